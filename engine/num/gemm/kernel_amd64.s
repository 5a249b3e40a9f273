#include "textflag.h"

// func kernel(count int, a *float32, row, step int, b, c *float32, stride int)
//
// The tile of c stays in Y4 to Y15, two registers a row. An inner number costs two loads
// of b (Y0, Y1), six of a (Y2, Y3 in turn) and twelve multiply-adds, which keep both
// units of a core busy: what one gives is wanted again only after eleven others.
TEXT ·kernel(SB), NOSPLIT, $0-56
	MOVQ count+0(FP), CX
	MOVQ a+8(FP), SI       // a in rows 0 to 2
	MOVQ row+16(FP), R8
	MOVQ step+24(FP), R9
	MOVQ b+32(FP), DX
	MOVQ c+40(FP), DI      // c in rows 0 to 2
	MOVQ stride+48(FP), R10
	SHLQ $2, R8            // numbers to bytes
	SHLQ $2, R9
	SHLQ $2, R10
	LEAQ (R8)(R8*2), R11
	ADDQ SI, R11           // a in rows 3 to 5
	LEAQ (R10)(R10*2), R12
	ADDQ DI, R12           // c in rows 3 to 5

	VMOVUPS (DI), Y4
	VMOVUPS 32(DI), Y5
	VMOVUPS (DI)(R10*1), Y6
	VMOVUPS 32(DI)(R10*1), Y7
	VMOVUPS (DI)(R10*2), Y8
	VMOVUPS 32(DI)(R10*2), Y9
	VMOVUPS (R12), Y10
	VMOVUPS 32(R12), Y11
	VMOVUPS (R12)(R10*1), Y12
	VMOVUPS 32(R12)(R10*1), Y13
	VMOVUPS (R12)(R10*2), Y14
	VMOVUPS 32(R12)(R10*2), Y15

	TESTQ CX, CX
	JLE   done

inner:
	VMOVUPS      (DX), Y0
	VMOVUPS      32(DX), Y1
	VBROADCASTSS (SI), Y2
	VBROADCASTSS (SI)(R8*1), Y3
	VFMADD231PS  Y0, Y2, Y4
	VFMADD231PS  Y1, Y2, Y5
	VFMADD231PS  Y0, Y3, Y6
	VFMADD231PS  Y1, Y3, Y7
	VBROADCASTSS (SI)(R8*2), Y2
	VBROADCASTSS (R11), Y3
	VFMADD231PS  Y0, Y2, Y8
	VFMADD231PS  Y1, Y2, Y9
	VFMADD231PS  Y0, Y3, Y10
	VFMADD231PS  Y1, Y3, Y11
	VBROADCASTSS (R11)(R8*1), Y2
	VBROADCASTSS (R11)(R8*2), Y3
	VFMADD231PS  Y0, Y2, Y12
	VFMADD231PS  Y1, Y2, Y13
	VFMADD231PS  Y0, Y3, Y14
	VFMADD231PS  Y1, Y3, Y15
	ADDQ         R9, SI
	ADDQ         R9, R11
	ADDQ         $64, DX
	DECQ         CX
	JNZ          inner

done:
	VMOVUPS Y4, (DI)
	VMOVUPS Y5, 32(DI)
	VMOVUPS Y6, (DI)(R10*1)
	VMOVUPS Y7, 32(DI)(R10*1)
	VMOVUPS Y8, (DI)(R10*2)
	VMOVUPS Y9, 32(DI)(R10*2)
	VMOVUPS Y10, (R12)
	VMOVUPS Y11, 32(R12)
	VMOVUPS Y12, (R12)(R10*1)
	VMOVUPS Y13, 32(R12)(R10*1)
	VMOVUPS Y14, (R12)(R10*2)
	VMOVUPS Y15, 32(R12)(R10*2)
	VZEROUPPER
	RET
