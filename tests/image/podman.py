"""Rootless podman: builds the image and runs containers as an ordinary user, whatever runs the tests."""

import os
import pwd
import shutil
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from debian_packages import find_program

ROOT = Path(__file__).parents[2]
USER = "breachlight-image"
IMAGE = "localhost/breachlight:test"
BASE = "localhost/breachlight-base:trixie"
SERVICES = {"postgresql": "localhost/breachlight-postgresql:test", "mail": "localhost/breachlight-mail:test"}
"""Images that replace those of ``docker/compose.yml`` that are nowhere to be had without a registry."""
HOST = "10.0.2.2"
"""The address under which a container reaches this machine's loopback."""

_PROGRAMS = {
    "podman": "podman", "crun": "crun", "fuse-overlayfs": "fuse-overlayfs", "slirp4netns": "slirp4netns",
    "newuidmap": "uidmap", "catatonit": "catatonit", "mmdebstrap": "mmdebstrap",
    "/usr/lib/podman/netavark": "netavark", "/usr/lib/podman/aardvark-dns": "aardvark-dns",
}  # fmt: skip
_SOURCES = ("Makefile", "pyproject.toml", "schema.graphql", "README.md", "LICENSE", "NOTICE", ".dockerignore")
_STORAGE = """[storage]
driver = "overlay"
[storage.options.overlay]
mount_program = "/usr/bin/fuse-overlayfs"
"""
# This machine's user has no cgroups of its own. Only this network knows the names of services.
_CONTAINERS = """[containers]
cgroups = "disabled"
[network]
network_backend = "netavark"
"""
_CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
# Root gives podman mounts of its own, because crun refuses version 1 and hybrids of cgroups, and then becomes the user.
# Without udev, these devices may be root's alone; everywhere else anybody may open them.
_AS_USER = f"""
mount --make-rshared /
chmod a+rw /dev/fuse /dev/net/tun
if [ "$(stat -f -c %T /sys/fs/cgroup)" != cgroup2fs ]; then
    umount -R /sys/fs/cgroup
    mount -t cgroup2 none /sys/fs/cgroup
fi
cd "$HOME"
exec setpriv --reuid {USER} --regid {USER} --init-groups "$@"
"""


class Podman:
    """podman's command for an ordinary user; as root, for a user who is created for it."""

    def __init__(self) -> None:
        for program, package in _PROGRAMS.items():
            find_program(program, package)
        self._environment = dict(os.environ)
        self._prefix: list[str] = []
        self.user_id: int | None = None
        if os.geteuid() == 0:
            self._become_ordinary()

    def run(
        self, *arguments: str, given: str | None = None, seconds: float = 120
    ) -> "subprocess.CompletedProcess[str]":
        """Run ``podman …`` to its end."""
        return self.run_program("podman", *arguments, given=given, seconds=seconds)

    def run_program(
        self, *command: str, given: str | None = None, seconds: float = 120, **environment: str
    ) -> "subprocess.CompletedProcess[str]":
        """Run a program, which may run podman, as the ordinary user."""
        return subprocess.run(
            [*self._prefix, *command],
            input=given,
            env=self._environment | environment,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )

    def output(self, *arguments: str, seconds: float = 120) -> str:
        """Return what a command prints, which must succeed."""
        done = self.run(*arguments, seconds=seconds)
        assert done.returncode == 0, done.stderr[-4000:]
        return done.stdout

    def build(self, folder: Path) -> None:
        """Build the image from this checkout, on a base that BREACHLIGHT_TEST_BASE_IMAGE names, or a new Debian."""
        base = os.environ.get("BREACHLIGHT_TEST_BASE_IMAGE") or self._import_base(folder)
        context = _copy_sources(folder / "context")
        mounts = [f"--volume={source}:{target}:ro" for source, target in _registries(folder).items()]
        self._build(IMAGE, base, context / "docker" / "Dockerfile", context, *mounts)
        for name, tag in SERVICES.items():
            service = shutil.copytree(Path(__file__).parent / "services" / name, folder / name)
            self._build(tag, base, service / "Dockerfile", service)

    def _build(self, tag: str, base: str, file: Path, context: Path, *options: str) -> None:
        given = ["--format=docker", "--network=host", f"--build-arg=BASE={base}", f"--tag={tag}", *options]
        command = [*self._prefix, "podman", "build", *given, f"--file={file}", str(context)]
        # Its output is long, and takes long to appear: shown as it comes.
        subprocess.run(command, env=self._environment, check=True, stdout=sys.stderr)

    def give(self, path: Path) -> None:
        """Let the ordinary user own a file or folder."""
        if self.user_id is not None:
            os.chown(path, self.user_id, self.user_id)

    def export(self, image: str, folder: Path) -> None:
        """Write the files of an image to a folder, with their owners."""
        container = self.output("create", image).strip()
        try:
            # It opens its standard output by name, which has to be the user's own.
            command = [*self._prefix, "bash", "-o", "pipefail", "-c", f"podman export {container} | cat"]
            with subprocess.Popen(command, env=self._environment, stdout=subprocess.PIPE) as exporting:
                extract = ["tar", "--extract", "--numeric-owner", "--same-permissions", f"--directory={folder}"]
                subprocess.run(extract, stdin=exporting.stdout, check=True)
            assert exporting.returncode == 0
        finally:
            self.run("rm", "--force", container)

    def build_on_product(self, name: str, tag: str, folder: Path) -> None:
        """Build one of the images in ``services`` on the product's."""
        context = shutil.copytree(Path(__file__).parent / "services" / name, folder / name)
        self._build(tag, IMAGE, context / "Dockerfile", context)

    def _import_base(self, folder: Path) -> str:
        if self.run("image", "exists", BASE).returncode:
            archive = folder / "base.tar"
            subprocess.run(
                ["mmdebstrap", "--quiet", "--variant=minbase", "--include=ca-certificates", "trixie", archive],
                check=True,
            )
            self.output("import", str(archive), BASE, seconds=600)
            archive.unlink()
        return BASE

    def _become_ordinary(self) -> None:
        try:
            account = pwd.getpwnam(USER)
        except KeyError:
            subprocess.run(["useradd", "--create-home", "--shell=/usr/sbin/nologin", USER], check=True)
            account = pwd.getpwnam(USER)
        home, runtime = Path(account.pw_dir), Path("/run") / USER
        configuration = home / ".config" / "containers"
        configuration.mkdir(parents=True, exist_ok=True)
        (configuration / "storage.conf").write_text(_STORAGE)
        (configuration / "containers.conf").write_text(_CONTAINERS)
        runtime.mkdir(mode=0o700, exist_ok=True)
        for path in (home / ".config", configuration, *configuration.iterdir(), runtime):
            os.chown(path, account.pw_uid, account.pw_gid)
        self.user_id = account.pw_uid
        self._environment = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(runtime),
        }
        self._prefix = ["unshare", "--mount", "--propagation=private", "bash", "-euc", _AS_USER, "podman"]


def _copy_sources(target: Path) -> Path:
    """Copy what the image is built from to where the user can read it."""
    ignored = shutil.ignore_patterns("node_modules", "dist", "__pycache__", "*.egg-info", "secrets")
    target.mkdir(parents=True)
    for name in ("client", "server", "docker"):
        shutil.copytree(ROOT / name, target / name, ignore=ignored)
    for path in [*(ROOT / name for name in _SOURCES), *ROOT.glob("requirements*.lock")]:
        shutil.copy(path, target)
    return target


def _registries(folder: Path) -> dict[str, Path | str]:
    """Return the mounts with which the build reaches the package registries that this machine is configured for."""
    listed = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    wanted = ("index-url", "extra-index-url", "trusted-host", "proxy")
    options = [line.partition("=") for line in listed.stdout.splitlines()]
    lines = [
        f"{name.rpartition('.')[2]} = {value.strip(chr(39))}"
        for name, _, value in options
        if name.rpartition(".")[2] in wanted and "file:" not in value
    ]
    pip = folder / "pip.conf"
    pip.write_text("\n".join(["[global]", f"cert = {_CERTIFICATES}", *lines, ""]))
    registry = subprocess.run(["npm", "config", "get", "registry"], capture_output=True, text=True, check=True)
    npm = folder / "npmrc"
    npm.write_text(f"registry={registry.stdout.strip()}\ncafile={_CERTIFICATES}\n")
    certificates = os.environ.get("SSL_CERT_FILE") or ssl.get_default_verify_paths().cafile or _CERTIFICATES
    return {str(pip): "/etc/pip.conf", str(npm): "/tmp/.npmrc", certificates: _CERTIFICATES}


class Container:
    """A running container with the rights that ``docker/compose.yml`` gives one."""

    def __init__(self, podman: Podman, name: str, *arguments: str, options: Sequence[str] = ()) -> None:
        self.name = name
        self._podman = podman
        podman.run("rm", "--force", "--time=0", name)
        podman.output(
            "run", "--detach", f"--name={name}", "--cgroups=disabled", "--read-only", "--tmpfs=/tmp", "--cap-drop=all",
            "--security-opt=no-new-privileges", "--network=slirp4netns:allow_host_loopback=true", *options, IMAGE, *arguments,
        )  # fmt: skip

    def execute(self, *command: str, given: str | None = None) -> "subprocess.CompletedProcess[str]":
        """Run a command in it."""
        return self._podman.run("exec", "--interactive", self.name, *command, given=given, seconds=300)

    def is_healthy(self) -> bool:
        """Run its health check."""
        return self._podman.run("healthcheck", "run", self.name).returncode == 0

    def ports(self) -> str:
        """Return its published ports."""
        return self._podman.output("port", self.name).strip()

    def log(self) -> str:
        """Return what it wrote."""
        done = self._podman.run("logs", self.name)
        return done.stdout + done.stderr

    def stop(self) -> int:
        """Stop it as compose does and return its exit code."""
        self._podman.output("stop", "--time=30", self.name)
        return int(self._podman.output("inspect", "--format={{.State.ExitCode}}", self.name))

    def remove(self) -> None:
        """End and remove it."""
        self._podman.run("rm", "--force", "--time=0", self.name)


def main() -> None:
    """Build the image."""
    with tempfile.TemporaryDirectory(prefix="breachlight-image-") as folder:
        Path(folder).chmod(0o755)
        Podman().build(Path(folder))


if __name__ == "__main__":
    main()
