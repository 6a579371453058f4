/// One row of a CSV file, from which an item of your own is made.
///
/// ```swift
/// title = try row.text("title")
/// aspect = try row.number("width") / row.number("height")
/// camera = row["camera"] ?? "unknown"
/// ```
public struct DatasetRow: Sendable {
  private let rows: ImportedRows
  private let index: Int

  init(_ rows: ImportedRows, index: Int) {
    self.rows = rows
    self.index = index
  }

  /// The names of the columns, in the order of the file.
  public var columns: [String] { rows.columns }

  /// The line of the file on which the row begins, counted from 1.
  public var line: Int { rows.lines[index] }

  /// The text in a column, named as in the header, ignoring case; nil if there is no such column.
  public subscript(column: String) -> String? {
    rows.place(of: column).map { rows.text(ofField: $0, inRow: index) }
  }

  /// Returns the text in a column.
  ///
  /// - Throws: `DatasetError.malformed` if the file has no such column.
  public func text(_ column: String) throws(DatasetError) -> String {
    rows.text(ofField: try place(column), inRow: index)
  }

  /// Returns the finite number in a column.
  ///
  /// - Throws: `DatasetError.malformed` for any other text, or if the file has no such column.
  public func number(_ column: String) throws(DatasetError) -> Double {
    let text = try text(column)
    guard let number = Double(text), number.isFinite else {
      throw try malformed(column, "'\(text)' is not a finite number")
    }
    return number
  }

  /// Returns the whole number in a column.
  ///
  /// - Throws: `DatasetError.malformed` for any other text, or if the file has no such column.
  public func integer(_ column: String) throws(DatasetError) -> Int {
    let text = try text(column)
    guard let number = Int(text) else {
      throw try malformed(column, "'\(text)' is not a whole number")
    }
    return number
  }

  /// Returns an error in a column of this row: what was found, and what is expected.
  ///
  /// - Throws: `DatasetError.malformed` if the file has no such column.
  public func malformed(_ column: String, _ problem: String) throws(DatasetError) -> DatasetError {
    .malformed(path: rows.path, line: line, column: try place(column) + 1, problem: problem)
  }

  private func place(_ column: String) throws(DatasetError) -> Int {
    if let place = rows.place(of: column) { return place }
    throw DatasetError.malformed(
      path: rows.path, line: 1, column: 1,
      problem: "there is no column '\(column)'; the header has "
        + columns.joined(separator: ", "))
  }
}

/// An item of your own that can be made of a row of a CSV file.
///
/// From other collections, and for insertions, it is made of a seed alone.
public protocol RowItem: DatasetItem {
  /// Creates the item of a row.
  ///
  /// - Parameters:
  ///   - seed: The id, which the item keeps, and the values that derive from it.
  ///   - row: The texts of the row.
  /// - Throws: Any error, whose description is the user's message; `DatasetRow` has typed ones.
  init(_ seed: ItemSeed, row: DatasetRow) throws
}

extension Dataset {
  /// Returns the row from which the item at global index `index` was imported; nil if the
  /// collection is no CSV file.
  ///
  /// - Precondition: `index` is in `0..<itemCount`.
  public func row(atGlobalIndex index: Int) -> DatasetRow? {
    precondition(
      index >= 0 && index < itemCount, "Dataset.row(atGlobalIndex:): no item has this index")
    return imported?.rows.map { DatasetRow($0, index: $0.order[index]) }
  }

  /// Returns the sections with items made of the rows of a CSV file; nil if items are made of
  /// seeds, as `sections(of:)` makes them.
  ///
  /// - Throws: `DatasetError` for the first row that makes no item.
  /// - Complexity: O(*n*) for *n* items.
  public func rowSections<Item: DatasetItem>(
    of type: Item.Type
  ) throws(DatasetError) -> [ArraySlice<Item>]? {
    guard let type = type as? any RowItem.Type, let rows = imported?.rows,
      let items = try items(of: type, rows) as? [Item]
    else { return nil }
    let starts = offsets.starts
    return sectionSizes.indices.map { items[starts[$0]..<starts[$0] + sectionSizes[$0]] }
  }

  private func items<Item: RowItem>(
    of type: Item.Type, _ rows: ImportedRows
  ) throws(DatasetError) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(itemCount)
    for index in 0..<itemCount {
      let row = DatasetRow(rows, index: rows.order[index])
      let seed = seed(atGlobalIndex: index)
      do {
        items.append(try Item(seed, row: row))
      } catch let error as DatasetError {
        throw error
      } catch {
        throw .unusableRow(
          path: rows.path, line: row.line, payload: Item.payloadName, reason: "\(error)")
      }
      guard items[index].id == seed.id else {
        throw .unusableRow(
          path: rows.path, line: row.line, payload: Item.payloadName,
          reason: "its id is \(items[index].id); keep the seed's, \(seed.id)")
      }
    }
    return items
  }
}
