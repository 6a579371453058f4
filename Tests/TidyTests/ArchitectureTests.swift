import Foundation
import Testing

/// Compares the imports of every file with the table in `ARCHITECTURE.md`.
struct ArchitectureTests {
  let table: ModuleTable

  init() throws {
    table = ModuleTable(markdown: try Repository.text("ARCHITECTURE.md"))
  }

  @Test func tableListsEveryModule() throws {
    let folders = try ["Sources", "Benchmarks"].flatMap {
      try FileManager.default.contentsOfDirectory(
        atPath: Repository.root.appending(path: $0).path())
    }
    #expect(Set(folders) == Set(table.rows.keys))
  }

  @Test func tableHasNoCycle() {
    for (module, row) in table.rows {
      for neighbour in row.imports {
        #expect(table.rows[neighbour] != nil, "\(module) imports \(neighbour), which has no row")
        #expect(
          !table.closure(of: neighbour).contains(module), "\(module) and \(neighbour) form a cycle")
      }
    }
  }

  @Test func filesImportWhatTheTableAllows() throws {
    let files = try Repository.swiftFiles(in: ["Sources", "Benchmarks"])
    #expect(files.count > 20)
    for file in files {
      let allowed = table.allowed(in: file.module)
      for name in file.imports {
        #expect(allowed.contains(name), "\(file.path) imports \(name)")
      }
    }
  }

  @Test func engineImportsNothingForeign() {
    for module in ["Changesets", "ItemStores"] {
      #expect(table.rows[module]?.external == [])
    }
  }

  @Test func importsAreParsed() {
    let file = SourceFile(
      path: "Sources/A/A.swift",
      lines: [
        "public import Changesets", "import Foundation", "@testable import ItemStores",
        "import struct Foundation.URL", "let important = 1", "// import Nothing",
      ])
    #expect(file.imports == ["Changesets", "Foundation", "ItemStores", "Foundation"])
  }
}
