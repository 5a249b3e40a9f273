#include "textflag.h"

// What math.Exp computes with (Shibata 2010), four times over.
#define FOUR(at, value) DATA constants<>+at+0(SB)/8, value; DATA constants<>+at+8(SB)/8, value; DATA constants<>+at+16(SB)/8, value; DATA constants<>+at+24(SB)/8, value

FOUR(0, $0x7FFFFFFFFFFFFFFF)                                     // all but the sign
FOUR(32, $708.0)
FOUR(64, $1.4426950408889634073599246810018920)                  // 1/ln 2
FOUR(96, $0.69314718055966295651160180568695068359375)           // upper half of ln 2
FOUR(128, $0.28235290563031577122588448175013436025525412068e-12) // lower half
FOUR(160, $0.0625)
FOUR(192, $2.4801587301587301587e-5)                             // 1/8!
FOUR(224, $1.9841269841269841270e-4)
FOUR(256, $1.3888888888888888889e-3)
FOUR(288, $8.3333333333333333333e-3)
FOUR(320, $4.1666666666666666667e-2)
FOUR(352, $1.6666666666666666667e-1)
FOUR(384, $0.5)
FOUR(416, $1.0)
FOUR(448, $2.0)
FOUR(480, $0x3FF)                                                // bias of an exponent
GLOBL constants<>(SB), RODATA|NOPTR, $512

// func kernel(groups int, x, into *float64) int
//
// The steps of math.Exp with FMA, in their order, so that all bits are its own: x = k ln 2 + r, the series of e^(r/16) − 1 = s,
// four times s(s + 2), which squares s + 1, and 2^k.
TEXT ·kernel(SB), NOSPLIT, $0-32
	MOVQ    groups+0(FP), CX
	MOVQ    x+8(FP), SI
	MOVQ    into+16(FP), DI
	XORQ    AX, AX
	VMOVUPD constants<>+0(SB), Y10
	VMOVUPD constants<>+32(SB), Y11
	VMOVUPD constants<>+64(SB), Y12
	VMOVUPD constants<>+96(SB), Y13
	VMOVUPD constants<>+128(SB), Y14
	VMOVUPD constants<>+448(SB), Y15
	TESTQ   CX, CX
	JLE     done

group:
	VMOVUPD      (SI)(AX*8), Y0
	VANDPD       Y10, Y0, Y1
	VCMPPD       $0x16, Y11, Y1, Y1 // not at most 708, NaN too
	VMOVMSKPD    Y1, BX
	TESTL        BX, BX
	JNE          done
	VMULPD       Y12, Y0, Y1
	VCVTPD2DQY   Y1, X2 // k
	VCVTDQ2PD    X2, Y1
	VFNMADD231PD Y13, Y1, Y0
	VFNMADD231PD Y14, Y1, Y0
	VMULPD       constants<>+160(SB), Y0, Y0
	VMOVUPD      constants<>+192(SB), Y1
	VFMADD213PD  constants<>+224(SB), Y0, Y1
	VFMADD213PD  constants<>+256(SB), Y0, Y1
	VFMADD213PD  constants<>+288(SB), Y0, Y1
	VFMADD213PD  constants<>+320(SB), Y0, Y1
	VFMADD213PD  constants<>+352(SB), Y0, Y1
	VFMADD213PD  constants<>+384(SB), Y0, Y1
	VFMADD213PD  constants<>+416(SB), Y0, Y1
	VMULPD       Y1, Y0, Y0
	VADDPD       Y15, Y0, Y1
	VMULPD       Y1, Y0, Y0
	VADDPD       Y15, Y0, Y1
	VMULPD       Y1, Y0, Y0
	VADDPD       Y15, Y0, Y1
	VMULPD       Y1, Y0, Y0
	VADDPD       Y15, Y0, Y1
	VFMADD213PD  constants<>+416(SB), Y1, Y0
	VPMOVSXDQ    X2, Y2
	VPADDQ       constants<>+480(SB), Y2, Y2
	VPSLLQ       $52, Y2, Y2
	VMULPD       Y2, Y0, Y0
	VMOVUPD      Y0, (DI)(AX*8)
	ADDQ         $4, AX
	DECQ         CX
	JNZ          group

done:
	VZEROUPPER
	MOVQ AX, ret+24(FP)
	RET
