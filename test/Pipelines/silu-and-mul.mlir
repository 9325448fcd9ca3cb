// SiluAndMul at every level, the whole text: each line is the next one, so nothing can be added without being seen. Values bear the names
// of the program, and what the lowerings add that of its role.
// RUN: emmy-opt %s | FileCheck %s --check-prefix=FRAMEWORK
// RUN: emmy-opt --emmy-lower-to-tensor=target=sm_90 %s | FileCheck %s --check-prefix=TENSOR
// RUN: emmy-opt --emmy-lower-to-loop=target=sm_90 %s | FileCheck %s --check-prefixes=NEST,LOOP -DLEVEL=emmy_loop
// RUN: emmy-opt --emmy-lower-to-loop=target=sm_90 --emmy-convert-loop-to-tile %s | FileCheck %s --check-prefixes=NEST,UNSCHEDULED -DLEVEL=emmy_tile
// RUN: emmy-opt --emmy-lower-to-tile=target=sm_90 %s | FileCheck %s --check-prefix=TILE
// RUN: emmy-opt --emmy-lower-to-kernel=target=sm_90 %s | FileCheck %s --check-prefix=KERNEL -DTHREADS=64 -DELEMENTS=256 -DBLOCKS=256 -DROW=8
// RUN: emmy-opt --emmy-lower-to-kernel="target=sm_90 schedule=threads=256,vector=4" %s \
// RUN:   | FileCheck %s --check-prefix=KERNEL -DTHREADS=256 -DELEMENTS=1024 -DBLOCKS=64 -DROW=2

// RUN: emmy-opt --mlir-print-debuginfo --emmy-lower-to-kernel="target=sm_90 schedule=threads=256,vector=4" --emmy-expand-apply %s -o %t.mlir
// RUN: emmy-translate --emmy-kernel-to-cuda %t.mlir | FileCheck %s --check-prefix=CUDA
// RUN: emmy-translate --emmy-kernel-to-ptx %t.mlir | FileCheck %s --check-prefixes=PTX,OWN

// FRAMEWORK: module {
// FRAMEWORK-NEXT: func.func @main(%x: tensor<1x32x4096xf32> {emmy.name = "x"}) -> (tensor<1x32x2048xf32> {emmy.name = "mul"}) {
// FRAMEWORK-NEXT: %split:2 = emmy_framework.split %x dim(-1) [2048, 2048] : tensor<1x32x4096xf32> -> tensor<1x32x2048xf32>, tensor<1x32x2048xf32>
// FRAMEWORK-NEXT: %silu = emmy_framework.silu %split#0 : tensor<1x32x2048xf32>
// FRAMEWORK-NEXT: %mul = emmy_framework.mul %silu, %split#1 : tensor<1x32x2048xf32>
// FRAMEWORK-NEXT: return %mul : tensor<1x32x2048xf32>
// FRAMEWORK-NEXT: }
// FRAMEWORK-NEXT: }

// Two views of x, and x / (1 + exp(-x)) spelled out.
// TENSOR: module attributes {emmy.numerics = #emmy.numerics<fused>, emmy.target = "sm_90"} {
// TENSOR-NEXT: func.func @main(%x: tensor<1x32x4096xf32> {emmy.name = "x"}) -> (tensor<1x32x2048xf32> {emmy.name = "mul"}) {
// TENSOR-NEXT: %cst = emmy_tensor.constant 1.0{{0*e\+00}} : tensor<1x32x2048xf32>
// TENSOR-NEXT: [[LEFT:%split]] = emmy_tensor.index_map [%x[(d0, d1, d2) -> (d0, d1, d2)]] : (tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32>
// TENSOR-NEXT: [[RIGHT:%split_[0-9]+]] = emmy_tensor.index_map [%x[(d0, d1, d2) -> (d0, d1, d2 + 2048)]] : (tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32>
// TENSOR-NEXT: [[N:%silu]] = emmy_tensor.elementwise negate([[LEFT]]) : tensor<1x32x2048xf32>
// TENSOR-NEXT: [[E:%silu_[0-9]+]] = emmy_tensor.elementwise exp([[N]]) : tensor<1x32x2048xf32>
// TENSOR-NEXT: [[D:%silu_[0-9]+]] = emmy_tensor.elementwise add(%cst, [[E]]) : tensor<1x32x2048xf32>
// TENSOR-NEXT: [[S:%silu_[0-9]+]] = emmy_tensor.elementwise divide([[LEFT]], [[D]]) : tensor<1x32x2048xf32>
// TENSOR-NEXT: %mul = emmy_tensor.elementwise multiply([[S]], [[RIGHT]]) : tensor<1x32x2048xf32>
// TENSOR-NEXT: return %mul : tensor<1x32x2048xf32>
// TENSOR-NEXT: }
// TENSOR-NEXT: }

// One kernel, no tensor in between; the same nest at both levels.
// NEST: module attributes {emmy.numerics = #emmy.numerics<fused>, emmy.target = "sm_90"} {
// NEST-NEXT: func.func @main(%x: tensor<1x32x4096xf32> {emmy.name = "x"}) -> (tensor<1x32x2048xf32> {emmy.name = "mul"}) {
// NEST-NEXT: %split_silu_mul = [[LEVEL]].kernel ins(%x : tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32> {
// NEST-NEXT: ^bb0([[X:%x_[0-9]+]]: memref<1x32x4096xf32>, %out: memref<1x32x2048xf32>):
// NEST-NEXT: %cst = arith.constant 1.0{{0*e\+00}} : f32
// NEST-NEXT: [[LEVEL]].for parallel (%i0, %i1) in (32, 2048) {
// NEST-NEXT: [[LEFT:%x_[0-9]+]] = [[LEVEL]].load [[X]][0, %i0, %i1] : memref<1x32x4096xf32>
// NEST-NEXT: [[N:%silu]] = arith.negf [[LEFT]] : f32
// NEST-NEXT: [[E:%silu_[0-9]+]] = emmy.apply exp([[N]]) : (f32) -> f32
// NEST-NEXT: [[D:%silu_[0-9]+]] = arith.addf [[E]], %cst : f32
// NEST-NEXT: [[S:%silu_[0-9]+]] = arith.divf [[LEFT]], [[D]] : f32
// NEST-NEXT: [[RIGHT:%x_[0-9]+]] = [[LEVEL]].load [[X]][0, %i0, %i1 + 2048] : memref<1x32x4096xf32>
// NEST-NEXT: %mul = arith.mulf [[S]], [[RIGHT]] : f32
// NEST-NEXT: [[LEVEL]].store %mul, %out[0, %i0, %i1] : memref<1x32x2048xf32>
// NEST-NEXT: }
// NEST-NEXT: }
// NEST-NEXT: return %split_silu_mul : tensor<1x32x2048xf32>
// NEST-NEXT: }
// NEST-NEXT: }
// LOOP-NOT: emmy_tile.
// UNSCHEDULED-NOT: emmy_loop.

// Blocks of 64 threads, each for four elements.
// TILE: func.func @main(%x: tensor<1x32x4096xf32> {emmy.name = "x"}) -> (tensor<1x32x2048xf32> {emmy.name = "mul"}) {
// TILE-NEXT: %split_silu_mul = emmy_tile.kernel ins(%x : tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32>
// TILE-SAME: #emmy_tile.schedule<threads = 64, axes = {{\[}}(i0, i1) = [block, thread 64, vector 4]]>
// TILE-NEXT: ^bb0([[X:%x_[0-9]+]]: memref<1x32x4096xf32>, %out: memref<1x32x2048xf32>):
// TILE-NEXT: %cst = arith.constant 1.0{{0*e\+00}} : f32
// TILE-NEXT: emmy_tile.for block (%b_i0) in (256) {
// TILE-NEXT: emmy_tile.for thread (%t_i0) in (64) stride [1] {
// TILE-NEXT: emmy_tile.for vector (%v_i0) in (4) {
// TILE-NEXT: [[LEFT:%x_[0-9]+]] = emmy_tile.load [[X]][0, %b_i0 floordiv 8, (%b_i0 mod 8) * 256 + %v_i0 + %t_i0 * 4] : memref<1x32x4096xf32>
// TILE-NEXT: [[N:%silu]] = arith.negf [[LEFT]] : f32
// TILE-NEXT: [[E:%silu_[0-9]+]] = emmy.apply exp([[N]]) : (f32) -> f32
// TILE-NEXT: [[D:%silu_[0-9]+]] = arith.addf [[E]], %cst : f32
// TILE-NEXT: [[S:%silu_[0-9]+]] = arith.divf [[LEFT]], [[D]] : f32
// TILE-NEXT: [[RIGHT:%x_[0-9]+]] = emmy_tile.load [[X]][0, %b_i0 floordiv 8, (%b_i0 mod 8) * 256 + %v_i0 + %t_i0 * 4 + 2048] : memref<1x32x4096xf32>
// TILE-NEXT: %mul = arith.mulf [[S]], [[RIGHT]] : f32
// TILE-NEXT: emmy_tile.store %mul, %out[0, %b_i0 floordiv 8, (%b_i0 mod 8) * 256 + %v_i0 + %t_i0 * 4] : memref<1x32x2048xf32>
// TILE-NEXT: }
// TILE-NEXT: }
// TILE-NEXT: }
// TILE-NEXT: }
// TILE-NEXT: return %split_silu_mul : tensor<1x32x2048xf32>
// TILE-NEXT: }
// TILE-NEXT: }

// Two vector loads and one vector store; five operations for each of four lanes; seven for the indices.
// KERNEL: emmy_kernel.module @kernels attributes {target = "sm_90"} {
// KERNEL-NEXT: emmy_kernel.func @k_split_silu_mul(%x: memref<131072xf32, #gpu.address_space<global>>, %out: memref<65536xf32, #gpu.address_space<global>>) attributes {block = array<i32: [[THREADS]], 1, 1>} {
// KERNEL-NEXT: {{%c[0-9]+}}_i32 = arith.constant {{[0-9]+}} : i32
// KERNEL-NEXT: {{%c[0-9]+}}_i32 = arith.constant {{[0-9]+}} : i32
// KERNEL-NEXT: {{%c[0-9]+}}_i32 = arith.constant {{[0-9]+}} : i32
// KERNEL-NEXT: {{%c[0-9]+}}_i32 = arith.constant {{[0-9]+}} : i32
// KERNEL-NEXT: %cst = arith.constant 1.0{{0*e\+00}} : f32
// KERNEL-NEXT: %thread = emmy_kernel.thread_id x : i32
// KERNEL-NEXT: %block = emmy_kernel.block_id x : i32
// KERNEL-NEXT: [[FIRST:%i]] = arith.muli %block, %c[[ELEMENTS]]_i32 overflow<nsw> : i32
// KERNEL-NEXT: [[LANES:%i_[0-9]+]] = arith.muli %thread, %c4_i32 overflow<nsw> : i32
// KERNEL-NEXT: [[I:%i_[0-9]+]] = arith.addi [[FIRST]], [[LANES]] overflow<nsw> : i32
// KERNEL-NEXT: [[ROWS:%i_[0-9]+]] = arith.divsi %block, %c[[ROW]]_i32 : i32
// KERNEL-NEXT: [[SKIP:%i_[0-9]+]] = arith.muli [[ROWS]], %c2048_i32 overflow<nsw> : i32
// KERNEL-NEXT: [[OFFSET:%offset]] = arith.addi [[I]], [[SKIP]] overflow<nsw> : i32
// KERNEL-NEXT: [[LEFT:%x_[0-9]+]] = emmy_kernel.load %x{{\[}}[[OFFSET]] : i32] : memref<131072xf32, #gpu.address_space<global>>, vector<4xf32>
// KERNEL-NEXT: [[L0:%x_[0-9]+]] = vector.extract [[LEFT]][0] : f32 from vector<4xf32>
// KERNEL-NEXT: [[L1:%x_[0-9]+]] = vector.extract [[LEFT]][1] : f32 from vector<4xf32>
// KERNEL-NEXT: [[L2:%x_[0-9]+]] = vector.extract [[LEFT]][2] : f32 from vector<4xf32>
// KERNEL-NEXT: [[L3:%x_[0-9]+]] = vector.extract [[LEFT]][3] : f32 from vector<4xf32>
// KERNEL-NEXT: [[N0:%silu]] = arith.negf [[L0]] : f32
// KERNEL-NEXT: [[N1:%silu_[0-9]+]] = arith.negf [[L1]] : f32
// KERNEL-NEXT: [[N2:%silu_[0-9]+]] = arith.negf [[L2]] : f32
// KERNEL-NEXT: [[N3:%silu_[0-9]+]] = arith.negf [[L3]] : f32
// KERNEL-NEXT: [[E0:%silu_[0-9]+]] = emmy.apply exp([[N0]]) : (f32) -> f32
// KERNEL-NEXT: [[E1:%silu_[0-9]+]] = emmy.apply exp([[N1]]) : (f32) -> f32
// KERNEL-NEXT: [[E2:%silu_[0-9]+]] = emmy.apply exp([[N2]]) : (f32) -> f32
// KERNEL-NEXT: [[E3:%silu_[0-9]+]] = emmy.apply exp([[N3]]) : (f32) -> f32
// KERNEL-NEXT: [[D0:%silu_[0-9]+]] = arith.addf [[E0]], %cst : f32
// KERNEL-NEXT: [[D1:%silu_[0-9]+]] = arith.addf [[E1]], %cst : f32
// KERNEL-NEXT: [[D2:%silu_[0-9]+]] = arith.addf [[E2]], %cst : f32
// KERNEL-NEXT: [[D3:%silu_[0-9]+]] = arith.addf [[E3]], %cst : f32
// KERNEL-NEXT: [[S0:%silu_[0-9]+]] = arith.divf [[L0]], [[D0]] : f32
// KERNEL-NEXT: [[S1:%silu_[0-9]+]] = arith.divf [[L1]], [[D1]] : f32
// KERNEL-NEXT: [[S2:%silu_[0-9]+]] = arith.divf [[L2]], [[D2]] : f32
// KERNEL-NEXT: [[S3:%silu_[0-9]+]] = arith.divf [[L3]], [[D3]] : f32
// KERNEL-NEXT: [[OTHER:%offset_[0-9]+]] = arith.addi [[OFFSET]], %c2048_i32 overflow<nsw> : i32
// KERNEL-NEXT: [[RIGHT:%x_[0-9]+]] = emmy_kernel.load %x{{\[}}[[OTHER]] : i32] : memref<131072xf32, #gpu.address_space<global>>, vector<4xf32>
// KERNEL-NEXT: [[R0:%x_[0-9]+]] = vector.extract [[RIGHT]][0] : f32 from vector<4xf32>
// KERNEL-NEXT: [[R1:%x_[0-9]+]] = vector.extract [[RIGHT]][1] : f32 from vector<4xf32>
// KERNEL-NEXT: [[R2:%x_[0-9]+]] = vector.extract [[RIGHT]][2] : f32 from vector<4xf32>
// KERNEL-NEXT: [[R3:%x_[0-9]+]] = vector.extract [[RIGHT]][3] : f32 from vector<4xf32>
// KERNEL-NEXT: [[M0:%mul]] = arith.mulf [[S0]], [[R0]] : f32
// KERNEL-NEXT: [[M1:%mul_[0-9]+]] = arith.mulf [[S1]], [[R1]] : f32
// KERNEL-NEXT: [[M2:%mul_[0-9]+]] = arith.mulf [[S2]], [[R2]] : f32
// KERNEL-NEXT: [[M3:%mul_[0-9]+]] = arith.mulf [[S3]], [[R3]] : f32
// KERNEL-NEXT: [[V:%mul_[0-9]+]] = vector.from_elements [[M0]], [[M1]], [[M2]], [[M3]] : vector<4xf32>
// KERNEL-NEXT: emmy_kernel.store [[V]], %out{{\[}}[[I]] : i32] : memref<65536xf32, #gpu.address_space<global>>, vector<4xf32>
// KERNEL-NEXT: emmy_kernel.return
// KERNEL-NEXT: }
// KERNEL-NEXT: }
// KERNEL-NEXT: func.func @main(%x: memref<1x32x4096xf32> {emmy.name = "x"}, %mul: memref<1x32x2048xf32> {emmy.name = "mul", emmy.result}) {
// KERNEL-NEXT: %c[[BLOCKS]] = arith.constant [[BLOCKS]] : index
// KERNEL-NEXT: emmy_kernel.launch @kernels::@k_split_silu_mul grid(%c[[BLOCKS]]) args(%x, %mul : memref<1x32x4096xf32>, memref<1x32x2048xf32>)
// KERNEL-NEXT: return
// KERNEL-NEXT: }
// KERNEL-NEXT: }

// What an engineer would write.
// CUDA: // Computes split (model.py:5), silu (model.py:6), mul (model.py:6).
// CUDA-NEXT: // 256 threads a block, 0 bytes of shared memory.
// CUDA-NEXT: extern "C" __global__ void __launch_bounds__(256) k_split_silu_mul(const float *__restrict__ x, float *__restrict__ out) {
// CUDA-NEXT:   const int block = int(blockIdx.x);
// CUDA-NEXT:   const int i = block * 1024 + int(threadIdx.x) * 4;
// CUDA-NEXT:   const int offset = i + block / 2 * 2048;
// CUDA-NEXT:   const float4 x_1 = *reinterpret_cast<const float4 *>(&x[offset]);
// CUDA-NEXT:   const float silu = x_1.x / (emmy_exp_f32(-x_1.x) + 1.0f);
// CUDA-NEXT:   const float silu_1 = x_1.y / (emmy_exp_f32(-x_1.y) + 1.0f);
// CUDA-NEXT:   const float silu_2 = x_1.z / (emmy_exp_f32(-x_1.z) + 1.0f);
// CUDA-NEXT:   const float silu_3 = x_1.w / (emmy_exp_f32(-x_1.w) + 1.0f);
// CUDA-NEXT:   const float4 x_2 = *reinterpret_cast<const float4 *>(&x[offset + 2048]);
// CUDA-NEXT:   *reinterpret_cast<float4 *>(&out[i]) = make_float4(silu * x_2.x, silu_1 * x_2.y, silu_2 * x_2.z, silu_3 * x_2.w);
// CUDA-NEXT: }
// CUDA: cudaLaunchKernel(k_split_silu_mul, dim3(64), dim3(256), arguments, 0, stream)

// Both ways down to assembler make two loads of 16 bytes, one store of 16 bytes, no other access to memory but for the parameters.
// PTX: .visible .entry k_split_silu_mul(
// OWN: .reqntid 256, 1, 1
// PTX-NOT: {{(ld|st)\.(global|shared|local|volatile)}}
// PTX: ld.global.nc.v4.{{[bf]}}32
// PTX-NOT: {{(ld|st)\.(global|shared|local|volatile)}}
// PTX: ld.global.nc.v4.{{[bf]}}32
// PTX-NOT: {{(ld|st)\.(global|shared|local|volatile)}}
// PTX: st.global.v4.{{[bf]}}32
// PTX-NOT: {{(ld|st)\.(global|shared|local|volatile)}}
func.func @main(%x: tensor<1x32x4096xf32> {emmy.name = "x"} loc("x")) -> (tensor<1x32x2048xf32> {emmy.name = "mul"}) {
  %split:2 = emmy_framework.split %x dim(-1) [2048, 2048] : tensor<1x32x4096xf32> -> tensor<1x32x2048xf32>, tensor<1x32x2048xf32> loc("split"("model.py":5:8))
  %silu = emmy_framework.silu %split#0 : tensor<1x32x2048xf32> loc("silu"("model.py":6:15))
  %mul = emmy_framework.mul %silu, %split#1 : tensor<1x32x2048xf32> loc("mul"("model.py":6:15))
  return %mul : tensor<1x32x2048xf32>
}
