// The program that serves a stateful python3 session from within its sandbox.
#include "execution/workers.h"

namespace codecalc::execution {

// A request is 32 characters that only it has, the length of the code in four bytes, and the code;
// with it come the descriptors of its standard input, output and error. The answer repeats the
// characters. What user code could rebind is held in locals; a process that user code forked never
// comes back here; processes that a call leaves behind end with it.
const char* const kPythonDriver = R"PY(
def serve():
    import fcntl, io, linecache, os, socket, struct, sys, time, traceback, types

    start = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    start.connect('.codecalc-run/worker')
    line = socket.socket(fileno=fcntl.fcntl(start.fileno(), fcntl.F_DUPFD_CLOEXEC, 100))
    start.close()
    null = os.open('/dev/null', os.O_RDWR | os.O_CLOEXEC)
    me = os.getpid()
    dup2, close, kill, getpid, leave = os.dup2, os.close, os.kill, os.getpid, os._exit
    waitpid, no_hang, pause = os.waitpid, os.WNOHANG, time.sleep
    recv, recv_fds, send = line.recv, socket.recv_fds, line.sendall
    unpack, open_text = struct.unpack, io.open
    print_exception, find_lines = traceback.print_exception, linecache.cache

    module = types.ModuleType('__main__')
    sys.modules['__main__'] = module
    sys.argv = ['']
    sys.path.insert(0, os.getcwd())
    sys.dont_write_bytecode = True
    names = module.__dict__
    names['__builtins__'] = __builtins__

    def read(size):
        parts = []
        while size:
            part = recv(min(size, 1 << 20))
            if not part:
                leave(0)
            parts.append(part)
            size -= len(part)
        return b''.join(parts)

    def status_of(code, number):
        name = '<session-%d>' % number
        try:
            text = code.decode()
            find_lines[name] = (len(text), None, text.splitlines(True), name)
            exec(compile(text, name, 'exec'), names)
            return 0
        except SystemExit as end:
            if end.code is None or end.code is False:
                return 0
            if isinstance(end.code, int):
                return end.code & 255
            sys.stderr.write('%s\n' % (end.code,))
            return 1
        except BaseException as error:
            trace = error.__traceback__
            print_exception(type(error), error, trace.tb_next if trace else None)
            return 1

    def end_others():
        for _ in range(200):
            try:
                kill(-1, 9)
            except OSError:
                pass
            try:
                while waitpid(-1, no_hang)[0]:
                    pass
            except OSError:
                return
            pause(0.002)

    number = 0
    while True:
        head, files, _, _ = recv_fds(line, 36, 3)
        if not head or len(files) != 3:
            leave(0)
        head += read(36 - len(head))
        code = read(unpack('<I', head[32:])[0])
        for target, given in enumerate(files):
            dup2(given, target)
            close(given)
        sys.stdin = open_text(0, 'r', closefd=False, encoding='utf-8', errors='surrogateescape')
        sys.stdout = out = open_text(1, 'w', 1, closefd=False, encoding='utf-8',
                                     errors='surrogateescape')
        sys.stderr = err = open_text(2, 'w', 1, closefd=False, encoding='utf-8',
                                     errors='backslashreplace')
        number += 1
        status = 1
        try:
            status = status_of(code, number)
        except BaseException:
            pass
        if getpid() != me:
            try:
                out.flush()
            finally:
                leave(status)
        for stream in (sys.stdout, sys.stderr, out, err):
            try:
                stream.flush()
            except BaseException:
                pass
        end_others()
        for target in range(3):
            dup2(null, target)
        send(b'\n%b %d\n' % (head[:32], status))


serve()
)PY";

}  // namespace codecalc::execution
