import Foundation
import Profiles
import Testing

import Benchmarking

struct ObjectCodeTests {
  @Test func ownFunctionsAreFoundWithinTheirSize() throws {
    let code = try #require(ObjectCode(path: "/proc/self/exe"))
    let range = try #require(code.range(of: "cvbench_measured"))
    #expect(range.count > 0)
    #expect(code.function(at: range.lowerBound)?.range == range)
    #expect(code.function(at: range.upperBound - 1)?.range == range)
    #expect(code.function(at: range.upperBound)?.range != range)
    #expect(code.function(at: 0) == nil)
    #expect(code.function(at: .max) == nil)
    #expect(code.range(of: "no such function") == nil)
    #expect(code.start(before: range.lowerBound + 1) == range.lowerBound)
    #expect(code.start(before: 0) == nil)
  }

  /// Without its mappings, every function of a profile would be unknown.
  @Test func mappingsThatCannotBeReadAreAnError() throws {
    _ = try LoadedCode()
    for (maps, words) in [
      ("/none", "cannot tell which functions ran, as /none cannot be read: No such file"),
      ("/dev/null", "/dev/null does not have the executable"),
    ] {
      let error = #expect(throws: WorkerError.self) { try LoadedCode(maps: maps) }
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
  }

  /// Its functions have no names, and the profile says why.
  @Test func aLibraryThatCannotBeReadIsNamed() throws {
    let maps = FileManager.default.temporaryDirectory
      .appending(path: "cvbench-maps-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: maps) }
    let own = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    let missing = """
      f0000000-f0001000 r-xp 00000000 00:00 0 /none/library.so
      f0001000-f0002000 r--p 00000000 00:00 0 /none/data

      """
    try Data((missing + own).utf8).write(to: maps)
    var code = try LoadedCode(maps: maps.path)
    #expect(code.unreadableLibraries.isEmpty)
    for address: UInt64 in [0xf000_0010, 0xf000_1010] {
      #expect(code.place(of: address).function == nil)
    }
    #expect(code.unreadableLibraries == ["/none/library.so"])

    // As a worker writes them.
    let bytes = Data(
      """
      {"engine":"timer","refusals":[],"profile":{"frames":[],"rows":[]},"observationCount":0,\
      "droppedWeight":0,"rootlessWeight":0,"cutWeight":0,"cpuNanoseconds":0,"operationCount":0,\
      "hotFunctions":[]}
      """.utf8)
    var stacks = try JSONDecoder().decode(SampledStacks.self, from: bytes)
    var names = FunctionNames()
    #expect(ProfileCollector.pass(of: stacks, naming: &names).remarks.isEmpty)
    stacks.unreadableLibraries = code.unreadableLibraries
    #expect(
      ProfileCollector.pass(of: stacks, naming: &names).remarks == [
        "The symbols of /none/library.so cannot be read: their functions have no names."
      ])
    let empty = #"{"calls":{"frames":[],"rows":[]},"bytes":{"frames":[],"rows":[]},"lostCalls":0}"#
    var allocated = try JSONDecoder().decode(AllocatedStacks.self, from: Data(empty.utf8))
    allocated.unreadableLibraries = code.unreadableLibraries
    for pass in ProfileCollector.passes(of: allocated, operations: 1, naming: &names) {
      #expect(pass.remarks.first?.contains("/none/library.so") == true)
    }
  }

  /// Each beginning of a file, and each file with a wrong byte in its headers, is read to some end.
  @Test func damagedFilesAreReadWithoutHarm() throws {
    let file = try Data(contentsOf: URL(filePath: "/bin/true"))
    let place = FileManager.default.temporaryDirectory
      .appending(path: "cvbench-object-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    var damaged = stride(from: 0, to: file.count, by: 997).map { file.prefix($0) }
    for byte in 5..<64 {
      var copy = file
      copy[byte] ^= 0xff
      damaged.append(copy)
    }
    for bytes in damaged {
      try bytes.write(to: place)
      // Where it is an object still, any answer will do.
      _ = ObjectCode(path: place.path)?.function(at: 0x2000)
      _ = ObjectCode(path: place.path)?.start(before: 0x2000)
    }
    try Data("no object".utf8).write(to: place)
    #expect(ObjectCode(path: place.path) == nil)
    #expect(ObjectCode(path: place.path + "-missing") == nil)
  }

  @Test func disassemblyHasWeightsAndSourceLines() {
    let text = """

      worker:     file format elf64-x86-64


      Disassembly of section .text:

      00000000003f4c00 <$s7Layouts10ExtentTreeV5countSivg>:
      $s7Layouts10ExtentTreeV5countSivg():
      /home/someone/Sources/Layouts/Tree.swift:19
        3f4c00:\tpush   %rbp
        3f4c01:\tmov    %rsp,%rbp
      /home/someone/Sources/Layouts/Tree.swift:20 (discriminator 3)
        3f4c2d:\tcall   3e2b80 <swift_retain@plt>
      """
    let lines = Disassembler.parse(text, weights: [0x3f4c01: 7])
    #expect(lines.map(\.weight) == [0, 7, 0])
    #expect(lines.map(\.source) == ["Tree.swift:19", "Tree.swift:19", "Tree.swift:20"])
    #expect(lines.map(\.address) == [0x3f4c00, 0x3f4c01, 0x3f4c2d])
    #expect(lines.last?.text == "call   3e2b80 <swift_retain@plt>")
  }

  /// A line's length once cost its square.
  @Test func longLinesAreReadOnce() {
    let long = String(repeating: "/a:12 (disc<", count: 20_000)
    let text =
      "/a.swift:1\n\(long)\n 10:\t\(long)\n/b.swift:x\n/:2\n/c/b.swift:2 (discriminator/:4)\n 11:\tret"
    let lines = Disassembler.parse(text, weights: [:])
    #expect(lines.map(\.source) == ["a.swift:1", "b.swift:2"])
    #expect(lines.map(\.text) == [long, "ret"])
  }
}
