#!/usr/bin/env python3
"""Makes a wheel of the installed Python package, for every Linux whose C and C++ libraries are new enough.

    scripts/make_wheel.py FOLDER OUTPUT    # FOLDER has the installed package `uisge`; prints the wheel's name

The wheel contains the shared libraries that not every Linux has, with their licences. The libraries get names of their
own, so that the loader does not take another package's copy for them. The platform's tag is manylinux_2_N (PEP 600):
2.N is the oldest version of the GNU C library that has all symbol versions in use. Needs patchelf and binutils. The
same input gives the same bytes.
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
# The libraries that PEP 600 expects on every system.
OF_THE_SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s|ld-linux-x86-64|ld-linux-aarch64)\.so\.\d+")
# Maps N to M: 2.M is the oldest GNU C library in a distribution whose C++ library has the symbols GLIBCXX_3.4.N.
C_LIBRARY_OF_CXX = {19: 17, 22: 24, 24: 27, 25: 28, 28: 31, 29: 34, 30: 35, 32: 38, 33: 39}


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed_by(file):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-dW", file))


def add_libraries(module, folder):
    """Copies the libraries that the module needs into the folder, and makes the module find them there. Returns their origins."""
    origins = {}
    names = {}
    waiting = [module]
    for file in waiting:  # grows meanwhile
        found = dict(re.findall(r"^\s*(\S+) => (/\S+)", output_of("ldd", file), re.MULTILINE))
        for name in needed_by(file):
            if OF_THE_SYSTEM.fullmatch(name):
                continue
            if name not in names:
                folder.mkdir(exist_ok=True)
                names[name] = name.replace(".so", "-uisge.so", 1)
                origins[name] = pathlib.Path(found[name]).resolve()
                copy = folder / names[name]
                shutil.copy(origins[name], copy)
                copy.chmod(0o755)
                output_of("patchelf", "--set-soname", names[name], "--set-rpath", "$ORIGIN", copy)
                waiting.append(copy)
            output_of("patchelf", "--replace-needed", name, names[name], file)
    if names:
        output_of("patchelf", "--set-rpath", f"$ORIGIN/../{folder.name}", module)
    return origins.values()


def least_c_library(files):
    """N, where 2.N is the oldest GNU C library with which these files can be loaded."""
    text = "".join(output_of("readelf", "-VW", file) for file in files)
    versions = [int(minor) for minor in re.findall(r"Name: GLIBC_2\.(\d+)", text)]
    cxx = max((int(minor) for minor in re.findall(r"Name: GLIBCXX_3\.4\.(\d+)", text)), default=0)
    enough = [minor for with_symbols, minor in C_LIBRARY_OF_CXX.items() if with_symbols >= cxx]
    if not enough:
        sys.exit(f"make_wheel.py: GLIBCXX_3.4.{cxx}: the C library beside it is not known; add it to C_LIBRARY_OF_CXX")
    return max([*versions, min(enough)])


def metadata(project, version):
    return "\n".join([
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {version}",
        f"Summary: {project['description']}",
        f"License: {project['license']['text']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {dependency}" for dependency in project["dependencies"]),
        "Description-Content-Type: text/markdown",
        "",
        (ROOT / project["readme"]).read_text(),
    ])


def copy_licences(folder, origins):
    folder.mkdir()
    shutil.copy(ROOT / "LICENSE", folder)
    for origin in origins:
        package = output_of("dpkg-query", "-S", f"*/{origin.name}").split(":")[0]
        shutil.copy(f"/usr/share/doc/{package}/copyright", folder / package)


def write_wheel(tree, record, path):
    """Zips the tree, and the record of its files' digests as the last file."""
    when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "315532800")), 315532800))[:6]  # a zip begins in 1980
    lines = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(name, data, mode):
            info = zipfile.ZipInfo(name, when)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o100000 | mode) << 16
            wheel.writestr(info, data)

        for file in sorted(file for file in tree.rglob("*") if file.is_file()):
            name, data = file.relative_to(tree).as_posix(), file.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            lines.append(f"{name},sha256={digest},{len(data)}\n")
            add(name, data, 0o755 if ".so" in file.name else 0o644)
        add(record, "".join([*lines, f"{record},,\n"]), 0o644)


def main(installed, output):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    version = re.search(r"project\(uisge VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    with tempfile.TemporaryDirectory() as scratch:
        tree = pathlib.Path(scratch)
        shutil.copytree(installed / "uisge", tree / "uisge", ignore=shutil.ignore_patterns("__pycache__"))
        [module] = (tree / "uisge").glob("_uisge.cpython-*.so")
        python, machine = re.fullmatch(r"_uisge\.cpython-(\d+)-(\w+)-linux-gnu\.so", module.name).groups()
        libraries = tree / "uisge.libs"
        origins = add_libraries(module, libraries)
        tag = f"cp{python}-cp{python}-manylinux_2_{least_c_library([module, *libraries.glob('*')])}_{machine}"

        about = tree / f"uisge-{version}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(metadata(project, version))
        (about / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: make_wheel.py\nRoot-Is-Purelib: false\nTag: {tag}\n")
        copy_licences(about / "licenses", origins)
        name = f"uisge-{version}-{tag}.whl"
        write_wheel(tree, f"{about.name}/RECORD", output / name)
        print(name)


if __name__ == "__main__":
    if "--help" in sys.argv:
        sys.exit(print(__doc__))
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
