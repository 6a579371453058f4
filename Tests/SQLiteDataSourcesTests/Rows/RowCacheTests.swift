#if SQLITE
  import BasicAlgorithms
  import SQLiteDataSources
  import Testing

  /// The cache of rows, and the numbers of rows, against slow models.
  struct RowCacheTests {
    /// The rows that are kept, the one used last at the end.
    private struct Model {
      let capacity: Int
      var rows: [(id: Int64, record: Int)] = []

      mutating func row(_ id: Int64) -> Int? {
        guard let place = rows.firstIndex(where: { $0.id == id }) else { return nil }
        rows.append(rows.remove(at: place))
        return rows.last?.record
      }

      mutating func keep(_ record: Int, id: Int64) {
        remove(id)
        if rows.count == capacity { rows.removeFirst() }
        rows.append((id, record))
      }

      mutating func remove(_ id: Int64) { rows.removeAll { $0.id == id } }
    }

    @Test(arguments: [-3, 1, 2, 3, 8, 40])
    func theCacheForgetsTheRowThatWasUsedLongestAgo(capacity: Int) {
      var random = SplitMix64(seed: UInt64(capacity + 10))
      var cache = RowCache<Int>(capacity: capacity)
      var model = Model(capacity: max(1, capacity))
      #expect(cache.capacity == model.capacity)
      for step in 0..<4_000 {
        let id = Int64(random.next(below: model.capacity * 2 + 1)) - 2
        switch random.next(below: 20) {
        case 0..<9: #expect(cache.row(id) == model.row(id), "step \(step)")
        case 9..<17:
          cache.keep(step, id: id)
          model.keep(step, id: id)
        case 17, 18:
          cache.remove(id)
          model.remove(id)
        default:
          if random.next(below: 30) == 0 {
            cache.removeAll()
            model.rows = []
          }
        }
        #expect(cache.contains(id) == model.rows.contains { $0.id == id }, "step \(step)")
        let ids = Set(model.rows.map(\.id))
        guard cache.count == ids.count, Set(cache.ids) == ids else {
          Issue.record("step \(step): \(cache.ids) are kept, not \(ids)")
          return
        }
      }
    }

    private func identity(_ first: Int, _ second: Int) -> RowIdentity {
      .values([.integer(Int64(first)), .text(Array("\(second)".utf8))])
    }

    @Test func aNumberIsOfOneRowUntilItIsReleased() {
      var random = SplitMix64(seed: 3)
      var numbers = RowNumbers()
      var model: [RowIdentity: Int64] = [:]
      var most = 0
      for step in 0..<5_000 {
        let row = identity(random.next(below: 8), random.next(below: 8))
        switch random.next(below: 9) {
        case 0..<4:
          let number = numbers.number(of: row)
          if let known = model[row] {
            #expect(number == known, "step \(step)")
          } else {
            #expect(!model.values.contains(number), "step \(step)")
            model[row] = number
          }
        case 4..<8:
          numbers.release(row)
          model[row] = nil
        default:
          guard random.next(below: 10) == 0 else { continue }
          numbers.release(unless: { $0 % 3 == 0 })
          model = model.filter { $0.value % 3 == 0 }
        }
        most = max(most, model.count)
        #expect(numbers.knownNumber(of: row) == model[row], "step \(step)")
        #expect(numbers.count == model.count, "step \(step)")
        for (row, number) in model {
          guard numbers.identity(of: number, usesRowID: false) == row else {
            Issue.record("step \(step): number \(number) is not of \(row)")
            return
          }
        }
      }
      #expect(numbers.capacity <= most)
    }

    @Test func aRowidIsItsOwnNumber() {
      var numbers = RowNumbers()
      #expect(numbers.number(of: .rowID(-7)) == -7)
      #expect(numbers.knownNumber(of: .rowID(9)) == 9)
      #expect(numbers.identity(of: 4, usesRowID: true) == .rowID(4))
      numbers.release(.rowID(-7))
      #expect(numbers.count == 0 && numbers.capacity == 0)
    }
  }
#endif
