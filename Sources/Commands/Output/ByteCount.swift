/// Numbers of bytes for people, in binary units.
package enum ByteCount {
  /// `count` in the largest unit that leaves at least 1, with one decimal below 10: `1.5 GiB`.
  package static func spelled(_ count: Int) -> String {
    var value = Double(count)
    var unit = 0
    while value >= 1_024, unit < units.count - 1 {
      value /= 1_024
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    let number =
      tenths >= 100 || tenths.isMultiple(of: 10)
      ? "\(Int(value.rounded()))" : "\(tenths / 10).\(tenths % 10)"
    return "\(number) \(units[unit])"
  }

  private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
}
