// session_read_file: a file of a session as text, as base64, or as an image.
#include <algorithm>
#include <array>

#include "base/base64.h"
#include "base/text.h"
#include "tools/session_support.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words

struct Params {
  std::string session_id;
  std::string path;
  std::int64_t max_bytes = 65'536;
  bool as_image = false;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::session_id>("session_id", "")),
        required(field<&Params::path>("path", "")),
        field<&Params::max_bytes>("max_bytes", "At most 4194304; an image comes whole.",
                                  {.clamp_max = static_cast<double>(sessions::kMaxReadBytes)}),
        field<&Params::as_image>("as_image", "Refuse what is no PNG, JPEG, GIF or WebP."),
    };
    return kFields;
  }
};

struct Reply {
  std::string path;
  std::int64_t size = 0;
  std::optional<std::string> content;
  std::optional<std::string> encoding;
  std::optional<bool> truncated;
  std::optional<std::string> mime;
  std::string resource;
  ContentBlocks content_blocks;
  static std::span<const Field> fields() {
    static constexpr std::array<std::string_view, 1> kEncodings = {"base64"};
    static constexpr std::array kFields = {
        required(out<&Reply::path>("path", "")),
        required(out<&Reply::size>("size", "Bytes of the whole file.", {.min = 0})),
        out<&Reply::content>("content", "Absent for an image, which is a block of its own."),
        out<&Reply::encoding>("encoding", "Present when the bytes are no UTF-8 text.",
                              {.one_of = kEncodings}),
        out<&Reply::truncated>("truncated", "max_bytes cut it."),
        out<&Reply::mime>("mime", "Of an image."),
        required(out<&Reply::resource>("resource", "The file's URI.")),
    };
    return kFields;
  }
};

Error no_image(const std::string& path) {
  return {Code::kValidation, "\"" + shorten(path, 120) + "\" is no PNG, JPEG, GIF or WebP image",
          "", "Read it without as_image."};
}

void add_content(Reply& reply, std::string_view bytes, bool truncated) {
  const std::string_view whole = truncated ? bytes.substr(0, utf8_whole(bytes)) : bytes;
  Utf8Text text = to_utf8(whole);
  if (text.replaced) {
    reply.content = base64(bytes);
    reply.encoding = "base64";
  } else {
    reply.content = std::move(text.text);
  }
  reply.truncated = truncated;
}

Result<Reply> run(const Params& params, CallContext& context) {
  if (params.max_bytes < 0)
    return Error{Code::kValidation, "max_bytes is negative", "", "Give 0 or more."};
  TRY_ASSIGN(const EnteredSession entered, enter_session(params.session_id, context));
  TRY_ASSIGN(sessions::FileContent file,
             sessions::read_file(entered.workspace, params.path,
                                 std::max<std::int64_t>(params.max_bytes, 16)));
  Reply reply;
  reply.path = file.path;
  reply.size = static_cast<std::int64_t>(file.size);
  reply.resource = sessions::resource_uri(entered.workspace.id(), file.path);
  const std::string_view image = sessions::image_type(file.bytes);
  if (image.empty()) {
    if (params.as_image) return no_image(file.path);
    const std::string_view bytes =
        std::string_view(file.bytes).substr(0, static_cast<std::size_t>(params.max_bytes));
    add_content(reply, bytes, bytes.size() < file.size);
    return reply;
  }
  if (file.size > static_cast<std::uint64_t>(sessions::kMaxReadBytes))
    return Error{Code::kResourceExhausted, "the image has more than 4194304 bytes", "",
                 "Make it smaller in the session."};
  TRY_ASSIGN(file, sessions::read_file(entered.workspace, params.path, sessions::kMaxReadBytes));
  reply.mime = std::string(image);
  reply.content_blocks.blocks.push_back(image_block(file.bytes, image));
  reply.content_blocks.instead_of_text = true;
  return reply;
}

}  // namespace

extern const ToolSpec kTool_session_read_file;
const ToolSpec kTool_session_read_file = make_tool<Params, Reply, run>({
    .name = "session_read_file",
    .title = "Session Read File",
    .description = "Reads a file of a session: text as it is, an image as an image, other bytes as "
                   "base64.",
    .group = Group::kSessions,
    .annotations = kPure,
    .lane = Lane::kBlocking,
});

}  // namespace codecalc::tools
