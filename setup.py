"""Builds the Python module with CMake, for this Python; everything else is in pyproject.toml."""

import pathlib
import re
import shutil
import subprocess
import sys

import pybind11
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        build = pathlib.Path(self.build_temp).resolve()
        target = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        build.mkdir(parents=True, exist_ok=True)
        configure = [
            "cmake", "-S", str(ROOT), "-B", str(build), "-G", "Ninja",
            "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=0",
            "-DUISGE_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}", f"-Dpybind11_DIR={pybind11.get_cmake_dir()}",
        ]
        # The build folder outlives pip's environment for a build, and its cache names that environment's Ninja.
        if ninja := shutil.which("ninja"):
            configure.append(f"-DCMAKE_MAKE_PROGRAM={ninja}")
        subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", str(build), "--target", "uisge_python"], check=True)
        self.copy_file(str(next((build / "python" / "uisge").glob("_uisge*.so"))), str(target))


version = re.search(r"project\(uisge VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
setup(version=version, ext_modules=[Extension("uisge._uisge", [])], cmdclass={"build_ext": CMakeBuild})
