#if SQLITE
  public import GRDB

  /// One term of an order: a column or an expression, ascending or descending.
  ///
  ///     sortedBy: [.column("score", .descending), .expression("lower(name)")]
  ///
  /// It names columns of the request's result. NULL comes first in an ascending order and last in a
  /// descending one, as in SQLite.
  public struct SortTerm: Sendable {
    /// A direction.
    public enum Order: String, Hashable, Sendable {
      /// The lowest first.
      case ascending
      /// The highest first.
      case descending
    }

    let sql: SQL
    let order: Order

    /// Returns a term that sorts by a column of the result.
    public static func column(_ name: String, _ order: Order = .ascending) -> SortTerm {
      SortTerm(sql: SQL(sql: name.quotedDatabaseIdentifier), order: order)
    }

    /// Returns a term that sorts by an expression over the columns of the result; its collation may be
    /// part of it, as in `"name COLLATE NOCASE"`.
    public static func expression(_ sql: SQL, _ order: Order = .ascending) -> SortTerm {
      SortTerm(sql: sql, order: order)
    }
  }

  /// The rule that divides the rows of a request into sections.
  ///
  ///     sections: .column("year")                          // one section for each year
  ///     sections: .expression("substr(name, 1, 1)")        // for each first letter
  ///     sections: .relationship("teamID", to: "team", orderedBy: [.column("name")])
  ///
  /// `Section` is the type of a section's item. NULL is an error, which names the row, unless
  /// `allowsNull`; the item of its section is then nil.
  public struct SectionRule<Section>: Sendable {
    /// The terms that order the sections; the one at `value` is what the item is made of.
    let terms: [SortTerm]
    let value: Int
    let allowsNull: Bool
    let relation: Relation?
    let item: ItemRule

    /// The way from the value of a section to its item.
    enum ItemRule: Sendable {
      case none
      /// From the value; nil if it is of another type.
      case value(@Sendable (DatabaseValue) -> Section?)
      /// By a row of another table; nil if there is none.
      case row(@Sendable (Database, DatabaseValue) throws -> Section?)
    }

    /// A table that the section's items come from.
    struct Relation: Sendable {
      let foreignKey: String
      let table: String
      let key: String
    }
  }

  extension SectionRule where Section: DatabaseValueConvertible & SendableMetatype {
    /// Returns the rule with a section for each value of a column, in the order of the values.
    public static func column(
      _ name: String, _ order: SortTerm.Order = .ascending, allowsNull: Bool = false
    ) -> SectionRule {
      expression(SQL(sql: name.quotedDatabaseIdentifier), order, allowsNull: allowsNull)
    }

    /// Returns the rule with a section for each value of an expression over the columns of the result.
    public static func expression(
      _ sql: SQL, _ order: SortTerm.Order = .ascending, allowsNull: Bool = false
    ) -> SectionRule {
      SectionRule(
        terms: [SortTerm(sql: sql, order: order)], value: 0, allowsNull: allowsNull, relation: nil,
        item: .value { Section.fromDatabaseValue($0) })
    }
  }

  extension SectionRule where Section: FetchableRecord & SendableMetatype {
    /// Returns the rule with a section for each row of another table, which the rows refer to.
    ///
    /// Rows of the other table are told apart by their key: two of one name are two sections. Its
    /// changes are followed too.
    ///
    /// - Parameters:
    ///   - foreignKey: The column of the result that names a row of the other table.
    ///   - table: The other table.
    ///   - key: Its column that is named; a primary key or unique.
    ///   - orderedBy: The order of the sections, by columns of the other table. The key decides last.
    ///   - allowsNull: Whether there may be rows that refer to none.
    /// - Returns: The rule.
    public static func relationship(
      _ foreignKey: String, to table: String, key: String = "id", orderedBy: [SortTerm] = [],
      allowsNull: Bool = false
    ) -> SectionRule {
      let (from, at) = (table.quotedDatabaseIdentifier, key.quotedDatabaseIdentifier)
      let reference = foreignKey.quotedDatabaseIdentifier
      // "fetched" is the name of the result in all that is made of a request.
      var terms = orderedBy.map { term in
        SortTerm(
          sql: """
            (SELECT \(term.sql) FROM \(sql: from) WHERE \(sql: at) = fetched.\(sql: reference))
            """,
          order: term.order)
      }
      terms.append(SortTerm(sql: SQL(sql: reference), order: .ascending))
      return SectionRule(
        terms: terms, value: terms.count - 1, allowsNull: allowsNull,
        relation: Relation(foreignKey: foreignKey, table: table, key: key),
        item: .row { database, value in
          try Section.fetchOne(
            database, sql: "SELECT * FROM \(from) WHERE \(at) = ?", arguments: [value])
        })
    }
  }

  /// The type of the section's item of a request without sections; there is no value of it.
  public enum NoSections: Sendable {}

  extension SectionRule<NoSections> {
    /// All rows are in one section, which stays when there are none.
    public static var none: SectionRule {
      SectionRule(terms: [], value: 0, allowsNull: true, relation: nil, item: .none)
    }
  }
#endif
