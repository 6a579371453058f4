#if SQLITE
  import GRDB

  extension FetchPlan {
    /// Functions of SQLite that return another value at each call.
    private static let volatile: Set = [
      "random", "randomblob", "changes", "total_changes", "last_insert_rowid",
    ]
    private static let clocks: Set = [
      "date", "time", "datetime", "julianday", "strftime", "unixepoch", "timediff",
    ]

    /// Finds a function on which the rows or their order hang, and whose value may differ after each
    /// commit.
    ///
    /// - Parameters:
    ///   - sql: The request.
    ///   - terms: The terms of its sections and its order.
    ///   - database: An access to the connection that writes.
    /// - Returns: Its name; nil if there is none.
    /// - Throws: `.unstableOrder` if its value is another one at each reading.
    func unstableFunction(
      _ sql: String, _ terms: [String], _ database: Database
    ) throws -> String? {
      let (lookUp, arguments) = lookUp
      var all = arguments
      for _ in keys { all += [nil] }
      // The program of a look-up has what the terms and the filter need, and nothing else.
      let steps = try Row.fetchAll(database, sql: "EXPLAIN \(lookUp)", arguments: all)
      let texts = Set(steps.compactMap { ($0["p4"] as String?)?.lowercased() })
      // "random(0)"
      let functions = steps.filter { ["Function", "PureFunc"].contains($0["opcode"] as String) }
        .compactMap { ($0["p4"] as String?)?.split(separator: "(").first?.lowercased() }
      let own = Set(
        try String.fetchAll(
          database,
          sql:
            "SELECT lower(name) FROM pragma_function_list WHERE NOT builtin AND NOT flags & 0x800"
        ))
      var found: String?
      for function in functions {
        if Self.volatile.contains(function) {
          throw FetchedDataError.unstableOrder(table: table, function: function)
        }
        let readsClock =
          function.hasPrefix("current_")
          || Self.clocks.contains(function)
            && (texts.contains("now") || ([sql] + terms).contains { $0.calls(function) })
        if readsClock || own.contains(function) { found = found ?? function }
      }
      return found
    }
  }

  extension String {
    /// Returns whether this SQL calls a function without arguments.
    fileprivate func calls(_ function: String) -> Bool {
      let plain = lowercased().filter { !$0.isWhitespace }
      return plain.contains("\(function)()")
    }
  }
#endif
