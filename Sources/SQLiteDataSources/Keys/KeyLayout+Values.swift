#if SQLITE
  import Foundation
  package import GRDB

  extension SortValue {
    /// The value of a column, with a collation applied.
    package init(_ value: DatabaseValue, _ collation: Collation = .binary) {
      switch value.storage {
      case .null: self = .null
      case .int64(let number): self = .integer(number)
      case .double(let number): self = SortValue(number)
      case .string(let text): self = .text(collation.folded(Array(text.utf8)))
      case .blob(let data): self = .blob(Array(data))
      }
    }

    /// The value, as an argument of a statement.
    package var databaseValue: DatabaseValue {
      switch self {
      case .null: .null
      case .integer(let number): number.databaseValue
      case .real(let number): number.databaseValue
      case .text(let bytes): String(decoding: bytes, as: UTF8.self).databaseValue
      case .blob(let bytes): Data(bytes).databaseValue
      }
    }

    /// The word of the value; see `SortWord`.
    package var word: UInt64 {
      switch self {
      case .null: SortWord.null
      case .integer(let number): SortWord.number(Double(number))
      case .real(let number): SortWord.number(number)
      case .text(let bytes): SortWord.text(count: bytes.count) { bytes[$0] }
      case .blob: SortWord.blob
      }
    }
  }

  extension KeyLayout {
    /// Returns the key of a row with these sort terms: what `KeyReader.key` reads from a statement.
    package func key(of values: [SortValue]) -> RowKey {
      guard let first = values.first else { return RowKey(high: 0, low: 0) }
      var low: UInt64 = 0
      if values.count > 1 {
        low = sorts[1].isDescending ? ~values[1].word : values[1].word
      } else if case .text(let bytes) = first {
        low = SortWord.continuation(count: bytes.count) { bytes[$0] }
        if sorts[0].isDescending { low = ~low }
      }
      return RowKey(high: sorts[0].isDescending ? ~first.word : first.word, low: low)
    }
  }
#endif
