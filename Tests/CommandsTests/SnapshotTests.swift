import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct SnapshotTests {
  private func snapshot(_ arguments: [String]) throws -> String {
    let result = try ToolProcess.cvbench.run(["snapshot"] + arguments)
    #expect(result.status == 0, "\(arguments): \(result.errors)")
    #expect(result.errors.isEmpty, "\(arguments): \(result.errors)")
    return result.output
  }

  private func text(_ arguments: [String]) throws -> [String] {
    try snapshot(arguments + ["--format", "text"]).split(separator: "\n").map(String.init)
  }

  @Test func textHasALineForEachElement() throws {
    let output = try snapshot([
      "--items", "5", "--dataset", "uniform-3", "--item-size", "90x40", "--header", "20",
      "--inset", "4,8,6,8", "--bounds", "320x120", "--format", "text",
    ])
    #expect(
      output == """
        layout: flow, vertical
        collection: 5 items in 2 sections
        content: 320 x 140
        bounds: (0, 0, 320, 120)
        rectangle: (0, 0, 320, 120)
        cell [0, 0] (8, 24, 90, 40)
        header [0, 0] (0, 0, 320, 20)
        cell [0, 1] (115, 24, 90, 40)
        cell [0, 2] (222, 24, 90, 40)
        cell [1, 0] (8, 94, 90, 40)
        header [1, 0] (0, 70, 320, 20)
        cell [1, 1] (115, 94, 90, 40)

        """)
  }

  @Test func everyExtentIndexGivesTheSameBytes() throws {
    for options in [
      ["--item-sizes", "tags", "--header", "12", "--pin-headers", "--item", "3,1"],
      ["--layout", "list", "--item-sizes", "rows", "--estimated", "50x50", "--offset", "0,500"],
      ["--direction", "horizontal", "--item-sizes", "periodic", "--dataset", "zipf-9"],
    ] {
      let pictures = try ["nested", "flat", "tree"].map {
        try snapshot(options + ["--extents", $0])
      }
      #expect(Set(pictures).count == 1, "\(options)")
    }
  }

  @Test func sizesFollowTheRuleAndTheSeed() throws {
    func cells(_ options: [String]) throws -> [String] {
      try text(options + ["--bounds", "320x30000"]).filter { $0.hasPrefix("cell") }
    }
    var seen: Set<[String]> = []
    for rule in ["uniform", "rows", "tags", "periodic", "mostly-uniform"] {
      let cells = try cells(["--items", "120", "--item-sizes", rule])
      #expect(cells.count == 120)
      #expect(seen.insert(cells).inserted, "\(rule) is as another rule")
    }
    let tags = ["--item-sizes", "tags"]
    #expect(try cells(tags) == cells(tags + ["--seed", "1"]))
    #expect(try cells(tags) != cells(tags + ["--seed", "2"]))
  }

  @Test func collectionsThatSaySizesHaveThem() throws {
    try inTemporaryDirectory { directory in
      let file = directory + "/photos.csv"
      try Data("album,photo,w,h\na,1,100,30\na,2,60,90\n".utf8).write(to: URL(filePath: file))
      let options = [
        "--dataset", "csv:" + file, "--csv-columns", "section=album,id=photo,width=w,height=h",
        "--spacing", "0",
      ]
      let lines = try text(options)
      #expect(lines.contains("cell [0, 0] (0, 30, 100, 30)"), "\(lines)")
      #expect(lines.contains("cell [0, 1] (100, 0, 60, 90)"), "\(lines)")
      let uniform = try text(options + ["--item-sizes", "uniform", "--item-size", "10x20"])
      #expect(uniform.contains("cell [0, 1] (10, 0, 10, 20)"), "\(uniform)")
    }
  }

  @Test func scrollsAndStopsWhereContentEnds() throws {
    let list = ["--layout", "list", "--item-size", "50x50", "--dataset", "one-section"]
    #expect(try text(list + ["--item", "0,7"]).contains("bounds: (0, 350, 320, 480)"))
    #expect(try text(list + ["--offset", "0,350"]).contains("bounds: (0, 350, 320, 480)"))
    #expect(try text(list + ["--offset", "-9,-9"]).contains("bounds: (0, 0, 320, 480)"))
    #expect(try text(list + ["--offset", "0,9999"]).contains("bounds: (0, 1520, 320, 480)"))
    let part = try text(list + ["--rect", "-10,75,400,60"])
    #expect(part.contains("rectangle: (-10, 75, 400, 60)"))
    #expect(
      part.filter { $0.hasPrefix("cell") }.map { $0.prefix(11) } == ["cell [0, 1]", "cell [0, 2]"])
  }

  @Test func visibleItemsSizeThemselvesAndOthersKeepTheEstimate() throws {
    let lines = try text([
      "--layout", "list", "--item-size", "30x30", "--estimated", "80x80", "--bounds", "320x200",
      "--rect", "0,0,320,600", "--dataset", "one-section",
    ])
    let heights = lines.filter { $0.hasPrefix("cell") }.map { $0.hasSuffix(", 30)") ? 30 : 80 }
    // Seven rows of 30 points cover 200; those below were never visible.
    #expect(heights == Array(repeating: 30, count: 7) + Array(repeating: 80, count: 5))
  }

  /// A compositional layout of cards of 116 points, then a mosaic.
  @Test func aSectionScrollsByItself() throws {
    let options = ["--layout", "compositional", "--items", "12", "--dataset", "uniform-6"]
    func cells(_ section: Int, _ scrolled: [String]) throws -> [String] {
      try text(options + scrolled).filter { $0.hasPrefix("cell [\(section), ") }
    }
    let moved = ["--section-offset", "0,116"]
    #expect(try cells(0, []).first == "cell [0, 0] (8, 29, 110, 70)")
    #expect(try cells(0, moved).contains("cell [0, 1] (8, 29, 110, 70)"))
    #expect(try cells(1, moved) == cells(1, []))
    for (place, message) in [
      (
        "1,50",
        "--section-offset '1,50': section 1 has nothing to scroll by itself; name one that has."
      ),
      (
        "9,50",
        "--section-offset '9,50': section 9 has nothing to scroll by itself; name one that has."
      ),
      ("0.5,50", "--section-offset '0.5,50': write a section, from 0, and points, as in 0,180."),
    ] {
      let result = try ToolProcess.cvbench.run(
        ["snapshot"] + options + ["--section-offset", place])
      #expect(result.status == 2)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  /// Sizes differ only in a composition whose items size themselves.
  @Test func onlyTagsTakeSizesOfACompositionalLayout() throws {
    let options = ["--layout", "compositional", "--item-sizes", "tags", "--dataset", "one-section"]
    let cells = try text(options + ["--composition", "tags", "--items", "9"]).filter {
      $0.hasPrefix("cell ")
    }
    #expect(cells.count == 9)
    #expect(
      cells.prefix(2) == [
        "cell [0, 0] (8, 34, 58.844, 51.984)", "cell [0, 1] (72.844, 34, 114.703, 21.422)",
      ])
    let refused = try ToolProcess.cvbench.run(["snapshot"] + options)
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains(
        "--composition 'mosaic': its items have sizes of their own, and --item-sizes says others; "
          + "take tags."), "\(refused.errors)")
  }

  @Test func elementsAreDrawnFromTheBackToTheFront() throws {
    let options = [
      "--layout", "list", "--header", "28", "--footer", "20", "--pin-headers", "--pin-footers",
      "--item", "1,6",
    ]
    let picture = try ParsedPicture(snapshot(options))
    let lines = try text(options).filter { !$0.contains(": ") }
    #expect(picture.titles.first == "list, vertical: 40 items in 4 sections")
    #expect(picture.titles.dropFirst() == lines[...], "one title for each element, in that order")
    let depths = lines.map { $0.hasSuffix(" z 10") ? 10 : 0 }
    #expect(depths == depths.sorted() && Set(depths) == [0, 10])
  }

  @Test func pictureIsWellFormedAndSaysWhatItIs() throws {
    let picture = try ParsedPicture(snapshot(["--header", "20", "--rect", "0,0,100,100"]))
    let root = try #require(picture.root)
    #expect(root.name == "svg")
    #expect(root.attributes["role"] == "img")
    #expect(root.attributes["viewBox"]?.hasPrefix("-16 -16 ") == true)
    #expect(picture.classes.isSuperset(of: ["page", "paper", "bounds", "asked", "cell", "header"]))
    #expect(!picture.classes.contains("footer"), "no footer is shown, so the legend has none")
    #expect(picture.texts.contains("0,0") && picture.texts.contains("header 0"))
    #expect(picture.texts.contains("content 320 × 640"), "\(picture.texts)")
    #expect(picture.texts.contains("header × 1"), "\(picture.texts)")
  }

  @Test func filesAreWrittenAsAWholeAndReplaced() throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "cvbench", directory: directory)
      let expected = try snapshot([])
      for _ in 0..<2 {
        let result = try tool.run(["snapshot", "-o", "a.svg"])
        #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
        #expect(try String(contentsOfFile: directory + "/a.svg", encoding: .utf8) == expected)
      }
      let standard = try tool.run(["snapshot", "-o", "-"])
      #expect(standard.status == 0 && standard.output == expected, "\(standard.errors)")
      for path in ["missing/a.svg", "a.svg/b.svg", "/dev/null", "."] {
        let result = try tool.run(["snapshot", "-o", path])
        #expect(result.status == 74, "\(path): \(result.errors)")
        #expect(result.errors.contains("cannot write "), "\(path): \(result.errors)")
      }
      let refused = try tool.run(["snapshot", "-o", "/proc/x.svg"])
      let reason = "Error: cannot write /proc/x.svg: No such file or directory\n"
      #expect(refused.status == 74 && refused.errors == reason, "\(refused.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["a.svg"])
    }
  }

  @Test func onlySnapshotsAreReplaced() throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "cvbench", directory: directory)
      let file = directory + "/a"
      for content in ["id,section\n1,2\n", "<svg/>", "layout", "\u{FEFF}layout: flow"] {
        try Data(content.utf8).write(to: URL(filePath: file))
        let result = try tool.run(["snapshot", "-o", "a"])
        #expect(result.status == 2, "\(content): \(result.errors)")
        #expect(result.errors.contains("'a' would be overwritten"), "\(result.errors)")
        #expect(try Data(contentsOf: URL(filePath: file)) == Data(content.utf8))
      }
      // An empty file holds nothing.
      try Data().write(to: URL(filePath: file))
      for format in ["svg", "text", "svg"] {
        let result = try tool.run(["snapshot", "-o", "a", "--format", format])
        #expect(result.status == 0, "\(format): \(result.errors)")
      }
      let drawn = try String(contentsOfFile: file, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
      let result = try tool.run(["snapshot", "--items", "5", "-o", "a"])
      #expect(result.status == 74, "\(result.errors)")
      #expect(result.errors.contains("cannot write a: is read-only"), "\(result.errors)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == drawn)
    }
  }

  @Test func listsAndWaterfallsTakeOneNumberAsASize() throws {
    for layout in ["list", "waterfall"] {
      let options = ["--layout", layout]
      #expect(
        try snapshot(options + ["--item-size", "52"])
          == snapshot(options + ["--item-size", "52x52"]))
    }
    let list = ["--layout", "list", "--item-size", "30", "--estimated"]
    #expect(try snapshot(list + ["80"]) == snapshot(list + ["80x80"]))
  }

  @Test func tallContentIsDrawnWithinWhatRenderersTake() throws {
    let list = try snapshot([
      "--layout", "list", "--items", "12k", "--item-size", "3000", "--item", "900,3",
    ])
    #expect(list.contains("<title>cell [900, 3] (0, 32409000, 320, 3000)</title>"), "\(list)")
    #expect(list.contains(">900,3</text>"))
    #expect(try ParsedPicture(list).coordinates.allSatisfy { abs($0) < 10_000 })
    for options in [
      ["--inset", "1000000000"], ["--item-size", "1000000000x1000000000", "--items", "3"],
      ["--layout", "stack", "--item-size", "1000000000x1000000000", "--items", "3"],
      ["--layout", "list", "--bounds", "1000000000x480", "--rect", "0,0,320,480"],
    ] {
      let picture = try ParsedPicture(snapshot(options))
      #expect(picture.coordinates.allSatisfy { abs($0) < 10_000 }, "\(options)")
    }
  }
}
