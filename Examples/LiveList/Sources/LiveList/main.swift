import Foundation
import GRDB
import HeadlessCollectionView
import SQLiteDataSources

struct Person: Decodable, FetchableRecord, TableRecord { let name: String }
struct Team: Decodable, FetchableRecord { let name: String }
final class PersonCell: CollectionViewCell { var name = "" }

// This program again, as another process: it writes to the file and ends.
let arguments = CommandLine.arguments
if arguments.count == 3 {
  try DatabaseQueue(path: arguments[1]).write { try $0.execute(sql: arguments[2]) }
  exit(0)
}

let path = NSTemporaryDirectory() + "people-\(UUID().uuidString).sqlite"
let database = try DatabaseQueue(path: path)
defer { try? FileManager.default.removeItem(atPath: path) }
try database.write {
  try $0.execute(
    sql: """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, teamID REFERENCES team);
      INSERT INTO team VALUES (1, 'Friends'), (2, 'Family');
      INSERT INTO person VALUES (1, 'Peter', 2), (2, 'Mary', 1), (3, 'Paul', 1);
      """)
}

let view = CollectionView(
  frame: Rect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: FlowLayout())
let request = FetchedRequest<Person, Team>(
  Person.all(), sections: .relationship("teamID", to: "team", orderedBy: [.column("name")]),
  sortedBy: [.column("name")])
let list = try FetchedDataSource(request, for: view, in: database)
list.register(PersonCell.self) { cell, person in cell.name = person.name }

@MainActor func show() throws {
  try view.layoutIfNeeded()
  for section in 0..<view.numberOfSections {
    let cells = view.itemPathsForVisibleItems.filter { $0.section == section }
    let names = cells.compactMap { (view.cellForItem(at: $0) as? PersonCell)?.name }
    print("\(list.item(forSection: section)?.name ?? "none"): \(names.joined(separator: ", "))")
  }
}
try list.reload()
try show()

let writer = Process()
writer.executableURL = URL(fileURLWithPath: arguments[0])
writer.arguments = [
  path, "INSERT INTO person VALUES (4, 'Jane', 2); UPDATE person SET name = 'Anna' WHERE id = 3",
]
try writer.run()
writer.waitUntilExit()
try list.checkOtherConnections()
print("after \(try list.refresh()) commit of another process:")
try show()
