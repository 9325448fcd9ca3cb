# Finds LLVM and MLIR and sets the options that every target shares.

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_VISIBILITY_PRESET default)
# An installation finds its own library beside bin, and LLVM where it was linked.
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib")
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
# The cost of a file is its headers, so -O1 builds as fast as -O0 and runs well.
set(CMAKE_CXX_FLAGS_RELEASE "-O1")

option(EMMY_ENABLE_PYTHON "Build the Python module" ON)
option(EMMY_ENABLE_PCH "Use a precompiled header (clang only)" ON)
option(EMMY_SANITIZE "Build with the address and undefined-behaviour sanitizers" OFF)
option(EMMY_COVERAGE "Build with source-based coverage (clang only); utils/check-coverage reads it" OFF)

set(EMMY_LLVM_MAJOR 22)
if(NOT DEFINED MLIR_DIR AND EXISTS /usr/lib/llvm-${EMMY_LLVM_MAJOR}/lib/cmake/mlir)
  set(MLIR_DIR /usr/lib/llvm-${EMMY_LLVM_MAJOR}/lib/cmake/mlir)
  set(LLVM_DIR /usr/lib/llvm-${EMMY_LLVM_MAJOR}/lib/cmake/llvm)
endif()
find_package(MLIR REQUIRED CONFIG)
if(NOT LLVM_VERSION_MAJOR EQUAL EMMY_LLVM_MAJOR)
  message(FATAL_ERROR
    "expected LLVM ${EMMY_LLVM_MAJOR}, but found ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}; "
    "install libmlir-${EMMY_LLVM_MAJOR}-dev or set MLIR_DIR and LLVM_DIR")
endif()
message(STATUS "Emmy: LLVM ${LLVM_PACKAGE_VERSION}, MLIR in ${MLIR_DIR}")

list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories(${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
separate_arguments(EMMY_LLVM_DEFINITIONS NATIVE_COMMAND ${LLVM_DEFINITIONS})
add_definitions(${EMMY_LLVM_DEFINITIONS})

add_compile_options(-Wall -Wno-unused-parameter -Wno-deprecated-declarations -fno-exceptions)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  add_compile_options(-fcolor-diagnostics)
  find_program(EMMY_LLD NAMES ld.lld-${EMMY_LLVM_MAJOR} ld.lld)
  if(EMMY_LLD)
    add_link_options(--ld-path=${EMMY_LLD})
  endif()
else()
  set(EMMY_ENABLE_PCH OFF)
  add_compile_options(-Wno-comment -Wno-dangling-reference)
endif()

if(EMMY_SANITIZE)
  # LLVM's libraries are not instrumented: no vptr checks across them.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=address,undefined)
endif()

if(EMMY_COVERAGE)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "expected clang for EMMY_COVERAGE, but got ${CMAKE_CXX_COMPILER_ID}; set CMAKE_CXX_COMPILER to clang++-${EMMY_LLVM_MAJOR}")
  endif()
  # Paths relative to the sources: the mapping is the same in every checkout, so ccache may share it.
  add_compile_options(-fprofile-instr-generate -fcoverage-mapping -fcoverage-prefix-map=${PROJECT_SOURCE_DIR}=.)
  add_link_options(-fprofile-instr-generate)
endif()

find_program(EMMY_CCACHE ccache)
if(EMMY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  get_filename_component(EMMY_CCACHE_BASE ${PROJECT_SOURCE_DIR} DIRECTORY)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env
      CCACHE_BASEDIR=${EMMY_CCACHE_BASE} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${EMMY_CCACHE})
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()
