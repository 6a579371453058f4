#if SQLITE
  /// A value of SQLite as its ORDER BY sees it, with its collation applied.
  ///
  /// A real that is a whole number is an integer, as SQLite compares it, and text is its bytes.
  package enum SortValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])

    /// The value of a real number.
    package init(_ number: Double) {
      if let whole = Int64(exactly: number) { self = .integer(whole) } else { self = .real(number) }
    }
  }

  extension SortValue: Comparable {
    /// Returns whether SQLite sorts `left` before `right`: null, numbers, texts, blobs.
    package static func < (left: SortValue, right: SortValue) -> Bool {
      switch (left, right) {
      case (.integer(let left), .integer(let right)): left < right
      case (.real(let left), .real(let right)): left < right
      case (.integer(let left), .real(let right)): left.isBelow(right)
      case (.real(let left), .integer(let right)): !right.isBelow(left)
      case (.text(let left), .text(let right)), (.blob(let left), .blob(let right)):
        left.lexicographicallyPrecedes(right)
      default: left.rank < right.rank
      }
    }

    private var rank: Int {
      switch self {
      case .null: 0
      case .integer, .real: 1
      case .text: 2
      case .blob: 3
      }
    }
  }

  extension Int64 {
    /// Returns whether this number is below `real`, which is no whole number; exact at any size.
    fileprivate func isBelow(_ real: Double) -> Bool {
      // A real that is no `Int64` is beyond its range or has a fraction.
      if real >= 0x1p63 { return true }
      if real < -0x1p63 { return false }
      return self <= Int64(real.rounded(.down))
    }
  }

  /// A collation, and how it is computed here as SQLite does.
  package enum Collation: String, Hashable, Sendable {
    /// The bytes as they are.
    case binary = "BINARY"
    /// The 26 letters of ASCII in either case are the same.
    case nocase = "NOCASE"
    /// Spaces at the end mean nothing.
    case rtrim = "RTRIM"
    /// One that only the database knows: all texts are alike here.
    case unknown = "?"

    /// Returns the bytes that decide the order.
    func folded(_ bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .binary: bytes
      case .nocase: Self.lowercased(bytes)
      case .rtrim: Array(bytes[..<(bytes.lastIndex { $0 != 32 }.map { $0 + 1 } ?? 0)])
      // So long that the word says that other texts may have it too.
      case .unknown: [0, 0, 0, 0, 0, 0, 0]
      }
    }

    /// Behind a zero, SQLite's NOCASE compares lengths only.
    private static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      var isBehindZero = false
      for place in bytes.indices {
        let byte = bytes[place]
        isBehindZero = isBehindZero || byte == 0
        bytes[place] = isBehindZero ? 0 : (65...90).contains(byte) ? byte + 32 : byte
      }
      return bytes
    }
  }

  /// The rule by which one term of an order compares.
  package struct TermRule: Hashable, Sendable {
    package var isDescending: Bool
    package var collation: Collation

    /// A Boolean value that indicates whether only the database knows how texts compare.
    var isUnknown: Bool { collation == .unknown }

    package init(isDescending: Bool = false, collation: Collation = .binary) {
      self.isDescending = isDescending
      self.collation = collation
    }
  }

  extension [TermRule] {
    /// Returns -1, 0 or 1, as the terms `left` come before, at or after `right`.
    package func compare(_ left: [SortValue], _ right: [SortValue]) -> Int {
      for (place, rule) in enumerated() where left[place] != right[place] {
        return (left[place] < right[place]) != rule.isDescending ? -1 : 1
      }
      return 0
    }
  }
#endif
