#if SQLITE
  /// Words that are in order where values of SQLite are, as far as 64 bits reach.
  ///
  /// Null is 0. Numbers are the bits of a double, made ascending. Texts are their first six bytes and
  /// their length up to six, in the range that doubles leave to what is not a number; blobs share one
  /// word. Values whose words are equal are equal, unless the word is `isAmbiguous`.
  package enum SortWord {
    package static let null: UInt64 = 0
    package static let blob = UInt64.max
    private static let texts: UInt64 = 0xFFF << 52
    private static let longText: UInt64 = 8

    /// Returns the word of a number.
    package static func number(_ number: Double) -> UInt64 {
      // Minus zero is zero.
      let bits = (number == 0 ? 0 : number).bitPattern
      return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }

    /// Returns the word of a text, whose bytes have their collation applied.
    package static func text(count: Int, byte: (Int) -> UInt8) -> UInt64 {
      var bytes: UInt64 = 0
      for place in 0..<6 { bytes = bytes << 8 | UInt64(place < count ? byte(place) : 0) }
      return texts | bytes << 4 | (count > 6 ? longText : UInt64(count) + 1)
    }

    /// Returns the eight bytes of a text that follow those in its word.
    package static func continuation(count: Int, byte: (Int) -> UInt8) -> UInt64 {
      var bytes: UInt64 = 0
      for place in 6..<14 { bytes = bytes << 8 | UInt64(place < count ? byte(place) : 0) }
      return bytes
    }

    /// Returns whether different values have this word: long texts, blobs, and numbers from 2⁵³ on.
    package static func isAmbiguous(_ word: UInt64) -> Bool {
      if word > texts { return word == blob || word & 0xF == longText }
      return word >= number(0x1p53) || (word != null && word <= number(-0x1p53))
    }

    /// Returns whether the word is of a text.
    static func isText(_ word: UInt64) -> Bool { word > texts && word != blob }
  }

  /// The terms of an order, and how they become the words of a `RowKey`.
  package struct KeyLayout: Sendable {
    /// The number of columns that a row of keys has.
    package var columnCount: Int { keyCount + sections.count + sorts.count }

    /// The number of columns of the primary key, which come first in a row of keys.
    package var keyCount: Int
    /// A Boolean value that indicates whether the primary key is the rowid, one integer.
    package var usesRowID: Bool
    package var sections: [TermRule]
    /// The term whose value the section's item is made of.
    package var sectionValue: Int
    /// The sort terms; the columns of the primary key too, where that is not the rowid.
    package var sorts: [TermRule]

    package init(
      keyCount: Int, usesRowID: Bool, sections: [TermRule], sectionValue: Int, sorts: [TermRule]
    ) {
      self.keyCount = keyCount
      self.usesRowID = usesRowID
      self.sections = sections
      self.sectionValue = sectionValue
      self.sorts = sorts
    }

    /// Returns whether rows that differ in their sort terms may have this key.
    ///
    /// The low word continues the first term where the high word is ambiguous; only then is the second
    /// term in order where the first ones differ.
    package func isAmbiguous(_ key: RowKey) -> Bool {
      if sorts.count > 2 { return true }
      guard let first = sorts.first else { return false }
      if SortWord.isAmbiguous(first.isDescending ? ~key.high : key.high) { return true }
      return sorts.count == 2
        && SortWord.isAmbiguous(sorts[1].isDescending ? ~key.low : key.low)
    }
  }

  /// A row of a request by its primary key.
  package enum RowIdentity: Hashable, Sendable {
    case rowID(Int64)
    /// The values of a primary key that is no rowid.
    case values([SortValue])
  }

  /// The place of a row in the order of a request.
  package struct RowPlace: Sendable {
    package let section: SectionKey
    package let key: RowKey
    /// All sort terms, to decide where keys are equal and ambiguous.
    package let sorts: [SortValue]
  }
#endif
