#if SQLITE
  /// The rows that were shown last, by their number: a cache that forgets the least recently used.
  package struct RowCache<Record> {
    private struct Entry {
      let id: Int64
      let record: Record
      var older: Int
      var newer: Int
    }

    /// The most rows that are kept.
    package let capacity: Int
    private var places: [Int64: Int] = [:]
    private var entries: [Entry] = []
    private var free: [Int] = []
    private var newest = -1
    private var oldest = -1

    /// Creates an empty cache for `capacity` rows, at least one.
    package init(capacity: Int) { self.capacity = max(1, capacity) }

    /// The number of rows that are kept.
    package var count: Int { places.count }

    /// The ids of the rows that are kept, in no order.
    package var ids: some Collection<Int64> { places.keys }

    /// Returns whether a row is kept; that is no use of it.
    package func contains(_ id: Int64) -> Bool { places[id] != nil }

    /// Returns a row, which is then the one used last; nil if it is not kept. O(1).
    package mutating func row(_ id: Int64) -> Record? {
      guard let place = places[id] else { return nil }
      if place != newest {
        unlink(place)
        link(place)
      }
      return entries[place].record
    }

    /// Keeps a row, in place of the one used longest ago if the cache is full. O(1).
    package mutating func keep(_ record: Record, id: Int64) {
      remove(id)
      if places.count >= capacity { remove(entries[oldest].id) }
      let entry = Entry(id: id, record: record, older: -1, newer: -1)
      let place = free.popLast() ?? entries.count
      if place == entries.count { entries.append(entry) } else { entries[place] = entry }
      places[id] = place
      link(place)
    }

    /// Forgets a row.
    package mutating func remove(_ id: Int64) {
      guard let place = places.removeValue(forKey: id) else { return }
      unlink(place)
      free.append(place)
    }

    /// Forgets all rows.
    package mutating func removeAll() { self = RowCache(capacity: capacity) }

    private mutating func link(_ place: Int) {
      entries[place].older = newest
      entries[place].newer = -1
      if newest >= 0 { entries[newest].newer = place } else { oldest = place }
      newest = place
    }

    private mutating func unlink(_ place: Int) {
      let (older, newer) = (entries[place].older, entries[place].newer)
      if older >= 0 { entries[older].newer = newer } else { oldest = newer }
      if newer >= 0 { entries[newer].older = older } else { newest = older }
    }
  }
#endif
