#if SQLITE
  package import GRDB

  /// The place of a section among the sections, with its value as the database has it.
  ///
  /// Sections are the same where the terms that order them are the same to SQLite: 4 and 4.0 are, and
  /// under NOCASE `a` and `A`; NULL and an empty text are not.
  package struct SectionKey: Sendable {
    package let terms: [SortValue]
    package let rules: [TermRule]
    /// The value that the section's item is made of; of the first row that was seen of it.
    package let value: DatabaseValue

    package init(terms: [SortValue], rules: [TermRule], value: DatabaseValue) {
      self.terms = terms
      self.rules = rules
      self.value = value
    }

    /// The section's value, if that is an integer and its only term.
    package var number: Int64? {
      guard terms.count == 1, case .integer(let number) = terms[0] else { return nil }
      return number
    }

    /// The one section of a request without sections.
    package static let only = SectionKey(terms: [], rules: [], value: .null)
  }

  extension SectionKey: Comparable, Hashable {
    package static func == (left: SectionKey, right: SectionKey) -> Bool {
      left.terms == right.terms
    }

    package static func < (left: SectionKey, right: SectionKey) -> Bool {
      left.rules.compare(left.terms, right.terms) < 0
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(terms) }
  }
#endif
