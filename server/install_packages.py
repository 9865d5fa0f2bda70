"""Install the packages of a lock file with uv, or with pip where uv can't.

uv doesn't read pip's configuration, so indexes, certificates and proxies that pip is configured with are passed on.
"""

import ast
import os
import subprocess
import sys

UV_VARIABLES = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "no-index": "UV_NO_INDEX",
    "trusted-host": "UV_INSECURE_HOST",
    "timeout": "UV_HTTP_TIMEOUT",
    "cert": "SSL_CERT_FILE",
    "client-cert": "SSL_CLIENT_CERT",
    "proxy": "ALL_PROXY",
}
SEPARATORS = {"UV_FIND_LINKS": ","}


def pip_configuration() -> dict[str, str]:
    """Return pip's options, from its files and from variables, which come last and win."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    ranks = {"global": 0, "install": 1, ":env:": 2}
    found: list[tuple[int, str, str]] = []
    for line in lines:
        name, _, value = line.partition("=")
        section, _, option = name.rpartition(".")
        if section in ranks:
            found.append((ranks[section], option, str(ast.literal_eval(value))))
    return {option: value for _, option, value in sorted(found)}


def uv_environment() -> dict[str, str]:
    """Return the environment for uv; what is set for uv itself wins."""
    environment = dict(os.environ)
    for option, value in pip_configuration().items():
        variable = UV_VARIABLES.get(option.replace("default-timeout", "timeout"))
        if variable and value.split():
            environment.setdefault(variable, SEPARATORS.get(variable, " ").join(value.split()))
    return environment


def main() -> int:
    """Install; the arguments are pip's options and, last, the lock file."""
    options = ["--quiet", "--require-hashes", *sys.argv[1:-1], "-r", sys.argv[-1]]
    # A package may be in any index: the hashes decide what is installed.
    uv = ["uv", "pip", "install", "--python", sys.executable, "--index-strategy", "unsafe-best-match", *options]
    if subprocess.run(uv, env=uv_environment(), check=False).returncode == 0:
        return 0
    print("uv could not install the packages; trying pip ...", file=sys.stderr)
    pip = [sys.executable, "-m", "pip", "install", "--no-compile", *options]
    return subprocess.run(pip, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
