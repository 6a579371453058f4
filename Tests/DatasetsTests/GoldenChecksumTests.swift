import BasicAlgorithms
import Datasets
import Testing

/// The same seed gives the same collection, on any machine and in any version.
///
/// The constants were computed once by these functions and, independently, by a slow program in
/// another language that follows the definitions (exact fractions for the Zipf shares).
struct GoldenChecksumTests {
  @Test(arguments: collections)
  func collectionsNeverChange(_ golden: (spec: String, items: Int, seed: UInt64, sum: UInt64))
    throws
  {
    let dataset = try Dataset(spec: golden.spec, items: golden.items, seed: golden.seed)
    let ids = (0..<golden.items).map { dataset.seed(atGlobalIndex: $0).id }
    let shape = ([dataset.sectionSizes.count] + dataset.sectionSizes).map(UInt64.init)
    #expect(Self.checksum(shape + ids) == golden.sum)
  }

  @Test(arguments: keyStreams)
  func keyStreamsNeverChange(_ golden: (order: KeyOrder, items: Int, sum: UInt64)) throws {
    let dataset = try Dataset(spec: "zipf-1000", items: golden.items, seed: 42)
    let keys = dataset.globalIndexes(count: 1_000, order: golden.order)
    #expect(Self.checksum(keys.map(UInt64.init)) == golden.sum)
  }

  private static func checksum(_ values: [UInt64]) -> UInt64 {
    values.reduce(0) { SplitMix64.mix(($0 &+ SplitMix64.increment) ^ $1) }
  }

  private static let collections: [(spec: String, items: Int, seed: UInt64, sum: UInt64)] = [
    ("uniform-1000", 0, 1, 0xe220_a839_7b1d_cdaf),
    ("uniform-1000", 0, .max, 0xe220_a839_7b1d_cdaf),
    ("uniform-1000", 1, 1, 0x29e5_3412_bd78_32e1),
    ("uniform-1000", 1, .max, 0xd109_7289_3fc2_ed54),
    ("uniform-1000", 1_001, 1, 0x100e_a70b_3c58_1740),
    ("uniform-1000", 1_001, .max, 0x426b_10d6_2657_9a24),
    ("uniform-1000", 54_321, 1, 0x6048_d1d0_506b_c657),
    ("uniform-1000", 54_321, .max, 0x6e22_a964_f14c_be3e),
    ("one-section", 0, 1, 0x5dc2_0aa7_b2a2_7137),
    ("one-section", 0, .max, 0x5dc2_0aa7_b2a2_7137),
    ("one-section", 1, 1, 0x29e5_3412_bd78_32e1),
    ("one-section", 1, .max, 0xd109_7289_3fc2_ed54),
    ("one-section", 1_001, 1, 0x0abf_398c_809f_6063),
    ("one-section", 1_001, .max, 0xccbb_1113_2f21_e337),
    ("one-section", 54_321, 1, 0x830c_e0d0_e50d_f3fd),
    ("one-section", 54_321, .max, 0xf9bf_df5e_6431_3497),
    ("one-per-section", 0, 1, 0xe220_a839_7b1d_cdaf),
    ("one-per-section", 0, .max, 0xe220_a839_7b1d_cdaf),
    ("one-per-section", 1, 1, 0x29e5_3412_bd78_32e1),
    ("one-per-section", 1, .max, 0xd109_7289_3fc2_ed54),
    ("one-per-section", 1_001, 1, 0x46ea_d107_e4d5_f45d),
    ("one-per-section", 1_001, .max, 0x1960_b3df_35b9_1c36),
    ("one-per-section", 54_321, 1, 0x1ca5_b53b_51a8_e64d),
    ("one-per-section", 54_321, .max, 0x43de_f7db_5364_13a2),
    ("zipf-1000", 0, 1, 0x47cd_7e06_b67c_2258),
    ("zipf-1000", 0, .max, 0x47cd_7e06_b67c_2258),
    ("zipf-1000", 1, 1, 0x232e_74b0_832a_b6b4),
    ("zipf-1000", 1, .max, 0x2ebf_0a55_cc90_66a8),
    ("zipf-1000", 1_001, 1, 0x5ca9_6819_ed52_e8e8),
    ("zipf-1000", 1_001, .max, 0x51b6_397c_35ea_0e8f),
    ("zipf-1000", 54_321, 1, 0x35c6_ba51_6654_4872),
    ("zipf-1000", 54_321, .max, 0x0d67_ca71_240f_c52b),
    ("many-empty", 0, 1, 0xda57_f1fd_5f31_0cd7),
    ("many-empty", 0, .max, 0xda57_f1fd_5f31_0cd7),
    ("many-empty", 1, 1, 0x2c4e_c88b_aec5_a634),
    ("many-empty", 1, .max, 0x334a_35e8_56f7_797e),
    ("many-empty", 1_001, 1, 0xdd39_f7fb_5313_7f1e),
    ("many-empty", 1_001, .max, 0xf75e_371e_5c34_921b),
    ("many-empty", 54_321, 1, 0x080c_dad3_e472_0be3),
    ("many-empty", 54_321, .max, 0xa853_b5f0_6e1a_bcca),
    ("uniform-7", 0, 1, 0xe220_a839_7b1d_cdaf),
    ("uniform-7", 0, .max, 0xe220_a839_7b1d_cdaf),
    ("uniform-7", 1, 1, 0x29e5_3412_bd78_32e1),
    ("uniform-7", 1, .max, 0xd109_7289_3fc2_ed54),
    ("uniform-7", 1_001, 1, 0xa8cb_d5ee_cf18_5114),
    ("uniform-7", 1_001, .max, 0xdf4c_4e14_a7d9_0967),
    ("uniform-7", 54_321, 1, 0x3b58_82a2_d31a_4338),
    ("uniform-7", 54_321, .max, 0x8810_6714_8d6d_3c7c),
    ("zipf-3", 0, 1, 0xe281_95dd_d9ee_4956),
    ("zipf-3", 0, .max, 0xe281_95dd_d9ee_4956),
    ("zipf-3", 1, 1, 0xf59f_90fe_8a69_f044),
    ("zipf-3", 1, .max, 0xeb61_4bbf_6105_53b4),
    ("zipf-3", 1_001, 1, 0xb8e8_362c_a2f9_e8b1),
    ("zipf-3", 1_001, .max, 0x3cb2_b9a6_147f_4fd3),
    ("zipf-3", 54_321, 1, 0xd268_3f71_a79f_42d4),
    ("zipf-3", 54_321, .max, 0x9f7d_118b_d3c8_4ecd),
  ]

  private static let keyStreams: [(order: KeyOrder, items: Int, sum: UInt64)] = [
    (.random, 1, 0xa17a_c4d6_0a6b_3f89),
    (.random, 54_321, 0x8d51_c24b_f604_0dae),
    (.sequential, 1, 0xa17a_c4d6_0a6b_3f89),
    (.sequential, 54_321, 0x4be7_ffaf_aa65_6f96),
    (.reverse, 1, 0xa17a_c4d6_0a6b_3f89),
    (.reverse, 54_321, 0xc4de_11e0_2c56_9dc1),
    (.skewed, 1, 0xa17a_c4d6_0a6b_3f89),
    (.skewed, 54_321, 0x698e_c865_a3db_f67b),
  ]
}
