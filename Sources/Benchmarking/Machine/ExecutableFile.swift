package import Foundation

/// An executable file in the format ELF, as far as its code is concerned.
///
/// Source: "Tool Interface Standard (TIS) Executable and Linking Format (ELF) specification",
/// 1995, with the 64-bit layout of the System V ABI.
package struct ExecutableFile {
  private let bytes: Data

  /// The file with `bytes`; nil unless it is a 64-bit little-endian ELF file.
  package init?(_ bytes: Data) {
    guard bytes.count >= 64, bytes.prefix(6) == Data([0x7f, 0x45, 0x4c, 0x46, 2, 1]) else {
      return nil
    }
    self.bytes = bytes
  }

  /// The machine code: the section `.text`; nil where the file has none, or is damaged.
  package var code: Data? {
    guard let table = integer(at: 0x28, width: 8), let size = integer(at: 0x3a, width: 2),
      let count = integer(at: 0x3c, width: 2), let namesIndex = integer(at: 0x3e, width: 2),
      size >= 64, table < bytes.count, namesIndex < count,
      let names = section(at: table + namesIndex * size)
    else { return nil }
    let wanted = Data(".text\0".utf8)
    for index in 0..<count {
      let header = table + index * size
      guard let nameOffset = integer(at: header, width: 4) else { return nil }
      if names.dropFirst(nameOffset).prefix(wanted.count) == wanted { return section(at: header) }
    }
    return nil
  }

  /// The contents of the section whose header is at `offset`.
  private func section(at offset: Int) -> Data? {
    guard let start = integer(at: offset + 0x18, width: 8),
      let count = integer(at: offset + 0x20, width: 8),
      start <= bytes.count, count <= bytes.count - start
    else { return nil }
    return bytes.dropFirst(start).prefix(count)
  }

  /// The unsigned integer of `width` bytes at `offset`; nil behind the end or out of range.
  private func integer(at offset: Int, width: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - width else { return nil }
    let value = bytes.dropFirst(offset).prefix(width).reversed()
      .reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }
}
