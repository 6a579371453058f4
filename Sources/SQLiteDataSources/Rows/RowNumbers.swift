#if SQLITE
  /// The numbers by which rows are known here: their rowids, or numbers given to other primary keys.
  ///
  /// A number belongs to one row until it is released; then another row may get it. So there are never
  /// more of them than there were rows at one time.
  package struct RowNumbers: Sendable {
    private var numbers: [RowIdentity: Int64] = [:]
    /// The primary keys by number; that of a released number means nothing.
    private var identities: [RowIdentity] = []
    private var released: [Int64] = []

    package init() {}

    /// The number of rows that have a number given to them.
    package var count: Int { numbers.count }

    /// The number of numbers, those that were released included.
    package var capacity: Int { identities.count }

    /// Returns the number of a row; a new one if its primary key is no rowid and has none.
    @inline(__always)
    package mutating func number(of identity: RowIdentity) -> Int64 {
      if case .rowID(let id) = identity { return id }
      if let known = numbers[identity] { return known }
      let number: Int64
      if let free = released.popLast() {
        number = free
        identities[Int(free)] = identity
      } else {
        number = Int64(identities.count)
        identities.append(identity)
      }
      numbers[identity] = number
      return number
    }

    /// Returns the number of a row; nil if it has none.
    package func knownNumber(of identity: RowIdentity) -> Int64? {
      if case .rowID(let id) = identity { return id }
      return numbers[identity]
    }

    /// Returns the primary key of row `number`.
    package func identity(of number: Int64, usesRowID: Bool) -> RowIdentity {
      usesRowID ? .rowID(number) : identities[Int(number)]
    }

    /// Gives the number of a row back; nothing if it is a rowid or has none.
    package mutating func release(_ identity: RowIdentity) {
      if case .rowID = identity { return }
      if let number = numbers.removeValue(forKey: identity) { released.append(number) }
    }

    /// Gives back the numbers of all rows but those that `isKept` accepts. O(*n*).
    package mutating func release(unless isKept: (Int64) -> Bool) {
      for (identity, number) in numbers where !isKept(number) { release(identity) }
    }
  }
#endif
