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

#define EIGHT(at, value) DATA constants32<>+at+0(SB)/4, value; DATA constants32<>+at+4(SB)/4, value; DATA constants32<>+at+8(SB)/4, value; DATA constants32<>+at+12(SB)/4, value; DATA constants32<>+at+16(SB)/4, value; DATA constants32<>+at+20(SB)/4, value; DATA constants32<>+at+24(SB)/4, value; DATA constants32<>+at+28(SB)/4, value

EIGHT(0, $0xC2AE0000)   // -87
EIGHT(32, $0x42B00000)  // 88
EIGHT(64, $0x3FB8AA3B)  // 1/ln 2
EIGHT(96, $0x80000000)  // the sign
EIGHT(128, $0x3F000000) // 1/2
EIGHT(160, $0x3F318000) // ln 2 in two parts
EIGHT(192, $0xB95E8083)
EIGHT(224, $0x3AB60B61) // 1/6!
EIGHT(256, $0x3C088889)
EIGHT(288, $0x3D2AAAAB)
EIGHT(320, $0x3E2AAAAB)
EIGHT(352, $0x3F800000) // 1
EIGHT(384, $127)        // bias of an exponent
GLOBL constants32<>(SB), RODATA|NOPTR, $416

// func kernel32(groups int, x, into *float32) int
//
// The steps of Of32 in their order, each rounded as there.
TEXT ·kernel32(SB), NOSPLIT, $0-32
	MOVQ    groups+0(FP), CX
	MOVQ    x+8(FP), SI
	MOVQ    into+16(FP), DI
	XORQ    AX, AX
	VMOVUPS constants32<>+0(SB), Y8
	VMOVUPS constants32<>+32(SB), Y9
	VMOVUPS constants32<>+64(SB), Y10
	VMOVUPS constants32<>+96(SB), Y11
	VMOVUPS constants32<>+128(SB), Y12
	VMOVUPS constants32<>+160(SB), Y13
	VMOVUPS constants32<>+192(SB), Y14
	VMOVUPS constants32<>+352(SB), Y15
	TESTQ   CX, CX
	JLE     done32

group32:
	VMOVUPS    (SI)(AX*4), Y0
	VCMPPS     $0x16, Y9, Y0, Y1 // not at most 88, NaN too
	VMOVMSKPS  Y1, BX
	TESTL      BX, BX
	JNE        done32
	VCMPPS     $0x01, Y8, Y0, Y4 // below -87
	VMULPS     Y10, Y0, Y1
	VANDPS     Y11, Y0, Y2
	VORPS      Y12, Y2, Y2
	VADDPS     Y2, Y1, Y1
	VCVTTPS2DQ Y1, Y3 // n
	VCVTDQ2PS  Y3, Y1
	VMULPS     Y13, Y1, Y2
	VSUBPS     Y2, Y0, Y0
	VMULPS     Y14, Y1, Y2
	VSUBPS     Y2, Y0, Y0
	VMULPS     constants32<>+224(SB), Y0, Y1
	VADDPS     constants32<>+256(SB), Y1, Y1
	VMULPS     Y0, Y1, Y1
	VADDPS     constants32<>+288(SB), Y1, Y1
	VMULPS     Y0, Y1, Y1
	VADDPS     constants32<>+320(SB), Y1, Y1
	VMULPS     Y0, Y1, Y1
	VADDPS     Y12, Y1, Y1
	VMULPS     Y0, Y1, Y1
	VADDPS     Y15, Y1, Y1
	VMULPS     Y0, Y1, Y1
	VADDPS     Y15, Y1, Y1
	VPADDD     constants32<>+384(SB), Y3, Y3
	VPSLLD     $23, Y3, Y3
	VMULPS     Y3, Y1, Y1
	VANDNPS    Y1, Y4, Y1
	VMOVUPS    Y1, (DI)(AX*4)
	ADDQ       $8, AX
	DECQ       CX
	JNZ        group32

done32:
	VZEROUPPER
	MOVQ AX, ret+24(FP)
	RET
