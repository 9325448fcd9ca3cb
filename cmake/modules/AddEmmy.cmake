# The few functions that every CMakeLists.txt of the project uses.
#
# All components are object libraries that end in one shared library, libEmmy.so, which the tools, the Python module and the
# plugin link. It links libMLIR.so and libLLVM.so; linking any static LLVM or MLIR archive beside them would give the process
# two copies of a TypeID, so nothing else may be linked.

set_property(GLOBAL PROPERTY EMMY_COMPONENTS "")
set_property(GLOBAL PROPERTY EMMY_TABLEGEN_TARGETS "")

# emmy_tablegen(TARGET file.td out1 args1... ): one generated file; see emmy_add_dialect_tablegen for the usual set.
function(emmy_tablegen_file TD OUTPUT)
  set(LLVM_TARGET_DEFINITIONS ${TD})
  mlir_tablegen(${OUTPUT} ${ARGN})
  set(TABLEGEN_OUTPUT ${TABLEGEN_OUTPUT} PARENT_SCOPE)
endfunction()

# Declares a public tablegen target made of the TABLEGEN_OUTPUT collected so far.
function(emmy_add_tablegen_target NAME)
  add_public_tablegen_target(${NAME})
  set_property(GLOBAL APPEND PROPERTY EMMY_TABLEGEN_TARGETS ${NAME})
endfunction()

# emmy_add_dialect_tablegen(Tensor emmy_tensor [ATTRIBUTES] [TYPES] [ENUMS] [INTERFACES])
# In include/Emmy/Dialect/<Name>/IR: <Name>Ops.td holds (or includes) everything. Generates <Name>Dialect, <Name>Ops and, where
# asked for, <Name>Attributes, <Name>Types, <Name>Enums, <Name>Interfaces as .h.inc/.cpp.inc; target Emmy<Name>IncGen.
function(emmy_add_dialect_tablegen NAME NAMESPACE)
  cmake_parse_arguments(ARG "ATTRIBUTES;TYPES;ENUMS;INTERFACES" "" "" ${ARGN})
  set(LLVM_TARGET_DEFINITIONS ${NAME}Ops.td)
  mlir_tablegen(${NAME}Dialect.h.inc -gen-dialect-decls -dialect=${NAMESPACE})
  mlir_tablegen(${NAME}Dialect.cpp.inc -gen-dialect-defs -dialect=${NAMESPACE})
  mlir_tablegen(${NAME}Ops.h.inc -gen-op-decls -dialect=${NAMESPACE})
  mlir_tablegen(${NAME}Ops.cpp.inc -gen-op-defs -dialect=${NAMESPACE})
  if(ARG_ATTRIBUTES)
    set(LLVM_TARGET_DEFINITIONS ${NAME}Attributes.td)
    mlir_tablegen(${NAME}Attributes.h.inc -gen-attrdef-decls -attrdefs-dialect=${NAMESPACE})
    mlir_tablegen(${NAME}Attributes.cpp.inc -gen-attrdef-defs -attrdefs-dialect=${NAMESPACE})
  endif()
  if(ARG_TYPES)
    set(LLVM_TARGET_DEFINITIONS ${NAME}Types.td)
    mlir_tablegen(${NAME}Types.h.inc -gen-typedef-decls -typedefs-dialect=${NAMESPACE})
    mlir_tablegen(${NAME}Types.cpp.inc -gen-typedef-defs -typedefs-dialect=${NAMESPACE})
  endif()
  if(ARG_ENUMS)
    set(LLVM_TARGET_DEFINITIONS ${NAME}Enums.td)
    mlir_tablegen(${NAME}Enums.h.inc -gen-enum-decls)
    mlir_tablegen(${NAME}Enums.cpp.inc -gen-enum-defs)
  endif()
  if(ARG_INTERFACES)
    set(LLVM_TARGET_DEFINITIONS ${NAME}Interfaces.td)
    mlir_tablegen(${NAME}OpInterfaces.h.inc -gen-op-interface-decls)
    mlir_tablegen(${NAME}OpInterfaces.cpp.inc -gen-op-interface-defs)
  endif()
  emmy_add_tablegen_target(Emmy${NAME}IncGen)
endfunction()

# emmy_add_passes_tablegen(LoopTransforms): Passes.td in this folder -> Passes.h.inc; target Emmy<Name>PassIncGen.
function(emmy_add_passes_tablegen NAME)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name ${NAME})
  emmy_add_tablegen_target(Emmy${NAME}PassIncGen)
endfunction()

# emmy_add_library(EmmyTensorDialect a.cpp b.cpp [NO_PCH] [DEPENDS ...]): a component of libEmmy.so.
function(emmy_add_library NAME)
  cmake_parse_arguments(ARG "NO_PCH" "" "DEPENDS" ${ARGN})
  add_library(${NAME} OBJECT ${ARG_UNPARSED_ARGUMENTS})
  get_property(TABLEGEN_TARGETS GLOBAL PROPERTY EMMY_TABLEGEN_TARGETS)
  add_dependencies(${NAME} ${TABLEGEN_TARGETS} ${ARG_DEPENDS})
  if(EMMY_ENABLE_PCH AND NOT ARG_NO_PCH)
    target_precompile_headers(${NAME} REUSE_FROM EmmyPCH)
  endif()
  set_property(GLOBAL APPEND PROPERTY EMMY_COMPONENTS ${NAME})
endfunction()

# emmy_add_tool(emmy-opt emmy-opt.cpp): an executable on top of libEmmy.so, in <build>/bin.
function(emmy_add_tool NAME)
  add_executable(${NAME} ${ARGN})
  target_link_libraries(${NAME} PRIVATE Emmy)
  set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  install(TARGETS ${NAME} RUNTIME DESTINATION bin)
endfunction()
