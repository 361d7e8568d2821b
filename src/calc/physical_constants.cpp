// The table of constants: CODATA 2022 (NIST SP 961, 2024), the SI brochure (9th edition, 2019), IAU
// resolutions 2012 B2, 2015 B2 and 2015 B3.
#include "calc/physical_constants.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace codecalc::calc {
namespace {

// clang-format off
constexpr Constant kConstants[] = {
    {"alpha_mass", "m_α", "alpha particle mass", "6.6446573450e-27",
     "kg", "0.0000000021e-27", false, "", "CODATA 2022",
     "alpha_particle_mass m_alpha"},
    {"astronomical_unit", "au", "astronomical unit", "149597870700",
     "m", "0", true, "", "IAU 2012",
     "AU ua"},
    {"atomic_mass", "u", "atomic mass constant", "1.66053906892e-27",
     "kg", "0.00000000052e-27", false, "", "CODATA 2022",
     "m_u amu Da dalton atomic_mass_constant atomic_mass_unit"},
    {"avogadro", "N_A", "Avogadro constant", "6.02214076e23",
     "1/mol", "0", true, "", "SI",
     "NA N_a avogadro_constant avogadro_number"},
    {"bohr_magneton", "μ_B", "Bohr magneton", "9.2740100657e-24",
     "J/T", "0.0000000029e-24", false, "", "CODATA 2022",
     "mu_B muB"},
    {"bohr_radius", "a_0", "Bohr radius", "5.29177210544e-11",
     "m", "0.00000000082e-11", false, "", "CODATA 2022",
     "a0 a₀ bohr"},
    {"boltzmann", "k_B", "Boltzmann constant", "1.380649e-23",
     "J/K", "0", true, "", "SI",
     "k kB kb boltzmann_constant"},
    {"cesium_frequency", "Δν_Cs", "hyperfine transition frequency of caesium 133", "9192631770",
     "Hz", "0", true, "", "SI",
     "caesium_frequency hyperfine_cs"},
    {"compton_wavelength", "λ_C", "Compton wavelength of the electron", "2.42631023538e-12",
     "m", "0.00000000076e-12", false, "", "CODATA 2022",
     "lambda_C compton"},
    {"conductance_quantum", "G_0", "conductance quantum", "0.000077480917298636506467",
     "S", "0", true, "2*e**2/h", "SI",
     "G0"},
    {"coulomb_constant", "k_e", "Coulomb constant 1/(4 pi ε_0)", "8987551786.2",
     "N*m^2/C^2", "1.4", false, "1/(4*pi*epsilon_0)", "CODATA 2022",
     "ke coulomb"},
    {"deuteron_mass", "m_d", "deuteron mass", "3.3435837768e-27",
     "kg", "0.0000000010e-27", false, "", "CODATA 2022",
     "md"},
    {"earth_mass_parameter", "GM_⊕", "nominal terrestrial mass parameter", "3.986004e14",
     "m^3/s^2", "0", true, "", "IAU 2015",
     "GM_earth"},
    {"electron_g_factor", "g_e", "electron g factor", "-2.00231930436092",
     "", "0.00000000000036", false, "", "CODATA 2022",
     "ge"},
    {"electron_magnetic_moment", "μ_e", "electron magnetic moment", "-9.2847646917e-24",
     "J/T", "0.0000000029e-24", false, "", "CODATA 2022",
     "mu_e"},
    {"electron_mass", "m_e", "electron mass", "9.1093837139e-31",
     "kg", "0.0000000028e-31", false, "", "CODATA 2022",
     "me"},
    {"electron_radius", "r_e", "classical electron radius", "2.8179403205e-15",
     "m", "0.0000000013e-15", false, "", "CODATA 2022",
     "classical_electron_radius re"},
    {"electron_volt", "eV", "electron volt", "1.602176634e-19",
     "J", "0", true, "", "SI",
     "electronvolt"},
    {"elementary_charge", "e", "elementary charge", "1.602176634e-19",
     "C", "0", true, "", "SI",
     "q_e electron_charge"},
    {"faraday", "F", "Faraday constant", "96485.3321233100184",
     "C/mol", "0", true, "N_A*e", "SI",
     "faraday_constant"},
    {"fermi_coupling", "G_F", "Fermi coupling constant over (hbar c)^3", "1.1663787e-5",
     "1/GeV^2", "0.0000006e-5", false, "", "CODATA 2022",
     "GF fermi_coupling_constant"},
    {"fine_structure", "α", "fine-structure constant", "7.2973525643e-3",
     "", "0.0000000011e-3", false, "", "CODATA 2022",
     "alpha fine_structure_constant"},
    {"first_radiation", "c_1", "first radiation constant", "3.7417718521927580114e-16",
     "W*m^2", "0", true, "2*pi*h*c**2", "SI",
     "c1 first_radiation_constant"},
    {"gas_constant", "R", "molar gas constant", "8.31446261815324",
     "J/(mol*K)", "0", true, "N_A*k_B", "SI",
     "molar_gas_constant universal_gas_constant ideal_gas_constant"},
    {"gravitational_constant", "G", "Newtonian constant of gravitation", "6.67430e-11",
     "m^3/(kg*s^2)", "0.00015e-11", false, "", "CODATA 2022",
     "newtonian_constant big_g"},
    {"gravity", "g", "standard acceleration of gravity", "9.80665",
     "m/s^2", "0", true, "", "CGPM 1901",
     "g_n g0 gn standard_gravity"},
    {"hartree", "E_h", "Hartree energy", "4.3597447222060e-18",
     "J", "0.0000000000048e-18", false, "", "CODATA 2022",
     "Eh hartree_energy"},
    {"hbar", "ℏ", "reduced Planck constant", "1.0545718176461563913e-34",
     "J*s", "0", true, "h/(2*pi)", "SI",
     "ħ reduced_planck reduced_planck_constant dirac"},
    {"inverse_fine_structure", "1/α", "inverse fine-structure constant", "137.035999177",
     "", "0.000000021", false, "", "CODATA 2022",
     "inverse_alpha"},
    {"josephson", "K_J", "Josephson constant", "483597848416983.63245",
     "Hz/V", "0", true, "2*e/h", "SI",
     "josephson_constant KJ"},
    {"lightyear", "ly", "light-year (Julian)", "9460730472580800",
     "m", "0", true, "c*365.25*86400", "IAU",
     "light_year"},
    {"loschmidt", "n_0", "Loschmidt constant at 273.15 K and 101.325 kPa", "2.6867801117984438224e+25",
     "1/m^3", "0", true, "101325/(k_B*273.15)", "SI",
     "loschmidt_constant"},
    {"luminous_efficacy", "K_cd", "luminous efficacy of 540 THz radiation", "683",
     "lm/W", "0", true, "", "SI",
     "Kcd"},
    {"magnetic_flux_quantum", "Φ_0", "magnetic flux quantum", "2.0678338484619293231e-15",
     "Wb", "0", true, "h/(2*e)", "SI",
     "flux_quantum Phi_0 phi0"},
    {"molar_mass", "M_u", "molar mass constant", "1.00000000105e-3",
     "kg/mol", "0.00000000031e-3", false, "", "CODATA 2022",
     "Mu molar_mass_constant"},
    {"molar_volume", "V_m", "molar volume of an ideal gas at 273.15 K and 101.325 kPa", "0.022413969545014137735",
     "m^3/mol", "0", true, "N_A*k_B*273.15/101325", "SI",
     "Vm molar_volume_ideal_gas"},
    {"muon_mass", "m_μ", "muon mass", "1.883531627e-28",
     "kg", "0.000000042e-28", false, "", "CODATA 2022",
     "m_mu"},
    {"neutron_mass", "m_n", "neutron mass", "1.67492750056e-27",
     "kg", "0.00000000085e-27", false, "", "CODATA 2022",
     "mn"},
    {"nuclear_magneton", "μ_N", "nuclear magneton", "5.0507837393e-27",
     "J/T", "0.0000000016e-27", false, "", "CODATA 2022",
     "mu_N muN"},
    {"parsec", "pc", "parsec", "30856775814913672.789",
     "m", "0", true, "648000/pi au", "IAU 2015",
     ""},
    {"planck", "h", "Planck constant", "6.62607015e-34",
     "J*s", "0", true, "", "SI",
     "planck_constant"},
    {"planck_length", "l_P", "Planck length", "1.616255e-35",
     "m", "0.000018e-35", false, "", "CODATA 2022",
     "lP"},
    {"planck_mass", "m_P", "Planck mass", "2.176434e-8",
     "kg", "0.000024e-8", false, "", "CODATA 2022",
     "mP"},
    {"planck_temperature", "T_P", "Planck temperature", "1.416784e32",
     "K", "0.000016e32", false, "", "CODATA 2022",
     "TP"},
    {"planck_time", "t_P", "Planck time", "5.391247e-44",
     "s", "0.000060e-44", false, "", "CODATA 2022",
     "tP"},
    {"proton_electron_mass_ratio", "m_p/m_e", "proton-electron mass ratio", "1836.152673426",
     "", "0.000000032", false, "", "CODATA 2022",
     "mass_ratio"},
    {"proton_gyromagnetic_ratio", "γ_p", "proton gyromagnetic ratio", "2.6752218708e8",
     "1/(s*T)", "0.0000000011e8", false, "", "CODATA 2022",
     "gamma_p"},
    {"proton_magnetic_moment", "μ_p", "proton magnetic moment", "1.41060679545e-26",
     "J/T", "0.00000000060e-26", false, "", "CODATA 2022",
     "mu_p"},
    {"proton_mass", "m_p", "proton mass", "1.67262192595e-27",
     "kg", "0.00000000052e-27", false, "", "CODATA 2022",
     "mp"},
    {"proton_radius", "r_p", "proton rms charge radius", "8.4075e-16",
     "m", "0.0064e-16", false, "", "CODATA 2022",
     "proton_charge_radius"},
    {"rydberg", "R_∞", "Rydberg constant", "10973731.568157",
     "1/m", "0.000012", false, "", "CODATA 2022",
     "R∞ R_inf Rinf rydberg_constant"},
    {"rydberg_energy", "Ry", "Rydberg energy hcR_∞", "2.1798723611030e-18",
     "J", "0.0000000000024e-18", false, "", "CODATA 2022",
     ""},
    {"second_radiation", "c_2", "second radiation constant", "0.014387768775039338021",
     "m*K", "0", true, "h*c/k_B", "SI",
     "c2 second_radiation_constant"},
    {"solar_luminosity", "L_☉", "nominal solar luminosity", "3.828e26",
     "W", "0", true, "", "IAU 2015",
     "L_sun Lsun"},
    {"solar_mass_parameter", "GM_☉", "nominal solar mass parameter", "1.3271244e20",
     "m^3/s^2", "0", true, "", "IAU 2015",
     "GM_sun"},
    {"solar_radius", "R_☉", "nominal solar radius", "6.957e8",
     "m", "0", true, "", "IAU 2015",
     "R_sun Rsun"},
    {"speed_of_light", "c", "speed of light in vacuum", "299792458",
     "m/s", "0", true, "", "SI",
     "c0 light_speed lightspeed"},
    {"standard_atmosphere", "atm", "standard atmosphere", "101325",
     "Pa", "0", true, "", "CGPM 1954",
     "atmosphere"},
    {"stefan_boltzmann", "σ", "Stefan-Boltzmann constant", "5.6703744191844294540e-8",
     "W/(m^2*K^4)", "0", true, "pi**2*k_B**4/(60*hbar**3*c**2)", "SI",
     "sigma stefan_boltzmann_constant"},
    {"tau_mass", "m_τ", "tau mass", "3.16754e-27",
     "kg", "0.00021e-27", false, "", "CODATA 2022",
     "m_tau"},
    {"thomson_cross_section", "σ_e", "Thomson cross section", "6.6524587051e-29",
     "m^2", "0.0000000062e-29", false, "", "CODATA 2022",
     "thomson"},
    {"vacuum_impedance", "Z_0", "characteristic impedance of vacuum", "376.730313412",
     "Ω", "0.000000059", false, "", "CODATA 2022",
     "Z0 impedance_of_free_space"},
    {"vacuum_permeability", "μ_0", "vacuum magnetic permeability", "1.25663706127e-6",
     "N/A^2", "0.00000000020e-6", false, "", "CODATA 2022",
     "mu_0 mu0 μ0 magnetic_constant permeability"},
    {"vacuum_permittivity", "ε_0", "vacuum electric permittivity", "8.8541878188e-12",
     "F/m", "0.0000000014e-12", false, "", "CODATA 2022",
     "epsilon_0 epsilon0 eps0 ε0 electric_constant permittivity"},
    {"von_klitzing", "R_K", "von Klitzing constant", "25812.807459304506660",
     "Ω", "0", true, "h/e**2", "SI",
     "von_klitzing_constant klitzing RK"},
    {"weak_mixing_angle", "sin²θ_W", "weak mixing angle sin^2", "0.22305",
     "", "0.00023", false, "", "CODATA 2022",
     "weinberg_angle"},
    {"wien", "b", "Wien wavelength displacement constant", "0.0028977719551851726615",
     "m*K", "0", true, "h*c/(k_B*(5 + LambertW(-5*exp(-5))))", "SI",
     "wien_displacement wien_displacement_constant"},
    {"wien_frequency", "b'", "Wien frequency displacement constant", "58789257576.468249466",
     "Hz/K", "0", true, "k_B*(3 + LambertW(-3*exp(-3)))/h", "SI",
     "wien_frequency_displacement"},
};
// clang-format on

bool has_word(std::string_view list, std::string_view word, bool any_case) {
  while (!list.empty()) {
    const auto blank = list.find(' ');
    const std::string_view entry = list.substr(0, blank);
    if (any_case ? to_lower(entry) == word : entry == word) return true;
    list = blank == std::string_view::npos ? std::string_view{} : list.substr(blank + 1);
  }
  return false;
}

std::string plain(std::string_view text) {
  std::string lower = to_lower(trim(text));
  for (char& c : lower) {
    if (c == ' ' || c == '-') c = '_';
  }
  return lower;
}

}  // namespace

std::span<const Constant> constants() { return kConstants; }

ConstantMatch find_constant(std::string_view text) {
  const std::string_view exact = trim(text);
  const std::string lower = plain(text);
  ConstantMatch match;
  for (const Constant& c : kConstants) {
    if (c.name == lower) {
      match.constant = &c;
      match.by_name = c.name == exact;
      return match;
    }
  }
  for (const Constant& c : kConstants) {
    if (c.symbol == exact || has_word(c.aliases, exact, false)) {
      match.constant = &c;
      return match;
    }
  }
  if (lower.size() < 3) return match;
  for (const Constant& c : kConstants) {
    if (has_word(c.aliases, lower, true) || plain(c.title) == lower) {
      match.constant = &c;
      return match;
    }
  }
  for (const Constant& c : kConstants) {
    if (c.name.find(lower) == std::string_view::npos) continue;
    if (match.constant == nullptr) match.constant = &c;
    else match.others.push_back(c.name);
  }
  return match;
}

std::vector<std::string_view> near_constants(std::string_view text) {
  std::vector<std::string_view> names;
  for (const Constant& c : kConstants) names.push_back(c.name);
  std::vector<std::string_view> near;
  constexpr std::size_t kMostSuggestions = 3;
  while (near.size() < kMostSuggestions) {
    const std::string_view best = nearest(plain(text), names);
    if (best.empty()) break;
    near.push_back(best);
    names.erase(std::find(names.begin(), names.end(), best));
  }
  return near;
}

}  // namespace codecalc::calc
