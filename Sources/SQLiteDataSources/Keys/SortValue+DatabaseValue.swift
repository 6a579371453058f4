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
  }
#endif
