// What happened, for programs that judge it themselves: loads, stores and atomics by element, barriers by thread, in order.
// RUN: emmy-run --level=kernel --seed=0 --trace-accesses=%t.tsv %s
// RUN: FileCheck %s --input-file=%t.tsv --match-full-lines --strict-whitespace
// RUN: not emmy-run --level=kernel --seed=0 --trace-accesses=%t.none/events.tsv %s 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: {{.*}}events.tsv: expected a file that can be written, but got: No such file

#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>

// Kind, launch, kernel, block, thread, barriers passed, buffer, element, line. Accesses of the thread's own memory are nobody else's.
//      CHECK:load	0	k_swap	0	0	0	g0	0	32
// CHECK-NEXT:load	0	k_swap	0	0	0	g0	1	32
// CHECK-NEXT:load	0	k_swap	0	1	0	g0	2	32
// CHECK-NEXT:load	0	k_swap	0	1	0	g0	3	32
// CHECK-NEXT:store	0	k_swap	0	0	0	s0	0	34
// CHECK-NEXT:store	0	k_swap	0	1	0	s0	1	34
// CHECK-NEXT:barrier	0	k_swap	0	0	0	-	-	37
// CHECK-NEXT:barrier	0	k_swap	0	1	0	-	-	37
// CHECK-NEXT:load	0	k_swap	0	0	1	s0	1	39
// CHECK-NEXT:load	0	k_swap	0	1	1	s0	0	39
// CHECK-NEXT:atomic	0	k_swap	0	0	1	g1	0	40
// CHECK-NEXT:atomic	0	k_swap	0	1	1	g1	0	40
// CHECK-NEXT:load	0	k_swap	1	0	0	g0	0	32
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_swap(%x: memref<4xi32, #global>, %sum: memref<1xi32, #global>) attributes {block = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<2xi32, #shared>
    %i = arith.muli %t, %c2 : i32
    %v = emmy_kernel.load %x[%i : i32] : memref<4xi32, #global>, vector<2xi32>
    %e = vector.extract %v[0] : i32 from vector<2xi32>
    emmy_kernel.store %e, %s[%t : i32] : memref<2xi32, #shared>
    %own = emmy_kernel.local : memref<1xi32, #gpu.address_space<private>>
    emmy_kernel.store %e, %own[%c0 : i32] : memref<1xi32, #gpu.address_space<private>>
    emmy_kernel.barrier
    %other = arith.xori %t, %c1 : i32
    %w = emmy_kernel.load %s[%other : i32] : memref<2xi32, #shared>
    %old = emmy_kernel.atomic add %w, %sum[%c0 : i32] : memref<1xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%x: memref<4xi32>, %sum: memref<1xi32>) {
  %c2 = arith.constant 2 : index
  emmy_kernel.launch @kernels::@k_swap grid(%c2) args(%x, %sum : memref<4xi32>, memref<1xi32>)
  return
}

// At a named barrier the last columns are its name and the threads that it waits for; threads go on when so many are there.
// RUN: emmy-run --level=kernel --seed=0 --trace-accesses=%t.named.tsv %S/Inputs/named-barrier.mlir
// RUN: FileCheck %s --input-file=%t.named.tsv --check-prefix=NAMED --match-full-lines --strict-whitespace
//      NAMED:store	0	k_pair	0	0	0	s0	0	11
//      NAMED:barrier	0	k_pair	0	0	0	b3	64	12
//      NAMED:barrier	0	k_pair	0	63	0	b3	64	12
// NAMED-NEXT:load	0	k_pair	0	32	1	s0	31	14
