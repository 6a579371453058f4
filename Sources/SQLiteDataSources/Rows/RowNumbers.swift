#if SQLITE
  /// The numbers by which rows are known here: their rowids, or numbers given to other primary keys.
  package struct RowNumbers: Sendable {
    private var numbers: [RowIdentity: Int64] = [:]
    private var identities: [RowIdentity] = []

    package init() {}

    /// Returns the number of a row; a new one if its primary key is no rowid and was not seen yet.
    @inline(__always)
    package mutating func number(of identity: RowIdentity) -> Int64 {
      if case .rowID(let id) = identity { return id }
      if let known = numbers[identity] { return known }
      let number = Int64(identities.count)
      numbers[identity] = number
      identities.append(identity)
      return number
    }

    /// Returns the number of a row; nil if it was never seen.
    package func knownNumber(of identity: RowIdentity) -> Int64? {
      if case .rowID(let id) = identity { return id }
      return numbers[identity]
    }

    /// Returns the primary key of row `number`.
    package func identity(of number: Int64, usesRowID: Bool) -> RowIdentity {
      usesRowID ? .rowID(number) : identities[Int(number)]
    }
  }
#endif
