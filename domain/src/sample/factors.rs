//! Confidence factors of monetary-unit sampling, in ten thousandths, rounded up.
//!
//! The factor of n misstatements is the mean of the Poisson distribution that has n or fewer events with a probability of
//! one without the confidence: the sum of e^-F F^i / i! for i = 0 to n is that probability. Audit guides print the same
//! numbers with two decimals (3.00, 4.75, 6.30, ... at 95 %). A test computes each again.

/// The confidences that a sample may have, in percent.
pub const CONFIDENCES: [u8; 4] = [80, 90, 95, 99];

/// Of 0, 1, 2, … misstatements.
pub struct Factors(&'static [i64; 21]);

#[rustfmt::skip]
const AT_80: [i64; 21] = [
    16_095, 29_944, 42_791, 55_151, 67_210, 79_060, 90_754, 102_326, 113_798, 125_188, 136_508, 147_767,
    158_974, 170_133, 181_251, 192_332, 203_379, 214_394, 225_382, 236_343, 247_280,
];
#[rustfmt::skip]
const AT_90: [i64; 21] = [
    23_026, 38_898, 53_224, 66_808, 79_936, 92_747, 105_321, 117_710, 129_948, 142_060, 154_067, 165_982,
    177_816, 189_580, 201_281, 212_924, 224_516, 236_061, 247_563, 259_026, 270_452,
];
#[rustfmt::skip]
const AT_95: [i64; 21] = [
    29_958, 47_439, 62_958, 77_537, 91_536, 105_131, 118_424, 131_482, 144_347, 157_053, 169_623, 182_076,
    194_426, 206_686, 218_865, 230_972, 243_012, 254_993, 266_918, 278_793, 290_621,
];
#[rustfmt::skip]
const AT_99: [i64; 21] = [
    46_052, 66_384, 84_060, 100_452, 116_047, 131_085, 145_707, 160_000, 174_027, 187_832, 201_447, 214_900,
    228_209, 241_392, 254_461, 267_429, 280_305, 293_097, 305_811, 318_454, 331_032,
];

impl Factors {
    /// Those of a confidence in percent; of one that no sample may have, the strictest.
    pub const fn of(confidence: u8) -> Factors {
        Factors(match confidence {
            80 => &AT_80,
            90 => &AT_90,
            95 => &AT_95,
            _ => &AT_99,
        })
    }

    /// The factor of a sample without a misstatement.
    pub fn of_none(&self) -> i128 {
        self.0[0].into()
    }

    /// By how much the factor grows with the misstatement of this number, from 1. Steps become smaller, so beyond the
    /// table the last one is more than enough.
    pub fn step(&self, number: usize) -> i128 {
        let number = number.clamp(1, self.0.len() - 1);
        (self.0[number] - self.0[number - 1]).into()
    }

    /// As they are printed.
    pub fn table(&self) -> &'static [i64] {
        self.0
    }
}
