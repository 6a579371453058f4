import Foundation
import RunRecords
import Testing

import Benchmarking

struct MachineTests {
  @Test func stolenTimeIsASharedOfAllTime() throws {
    let start = try #require(ProcessorTime(statistics: "cpu  10 0 20 60 5 1 2 2 7 7\ncpu0 1 2\n"))
    #expect(start.total == 100)
    #expect(start.stolen == 2)
    let end = try #require(ProcessorTime(statistics: "cpu  60 0 40 160 5 1 2 32 9 9\n"))
    #expect(start.stealRatio(until: end) == 0.15)
    #expect(end.stealRatio(until: start) == nil)
    #expect(start.stealRatio(until: start) == nil)
    #expect(start.stealRatio(until: nil) == nil)
  }

  @Test(arguments: ["", "cpu", "cpu 1 2 3", "intr 1 2 3 4 5 6 7 8", "cpu a b c d e f g h"])
  func whatIsNoStatisticsGivesNoTime(text: String) {
    #expect(ProcessorTime(statistics: text) == nil)
  }

  @Test func theKeysNameWhatFiguresDependOn() {
    let machine = MachineContext.current()
    #expect(machine.exactKey.hasPrefix("arch=\(BuildIdentity.architecture);swift="))
    #expect(machine.exactKey.contains(";allocator=\(machine.allocator.name)"))
    #expect(machine.hostKey.hasPrefix(machine.exactKey + ";cpu="))
    #expect(machine.hostKey.contains(";libc=glibc-"))
    #expect(!machine.hostKey.contains("MHz") && !machine.hostKey.contains("@"))
    #expect(machine.cpu.logical > 0)
    #expect(machine.hwCounters.available == (machine.hwCounters.reason == nil))
  }

  @Test func thisBuildIsNamed() throws {
    let side = Build.current()
    #expect(side.binary.sha256?.count == 64)
    #expect(side.binary.textSHA256?.count == 64)
    #expect(side.binary.sha256 != side.binary.textSHA256)
    #expect(!side.compiler.flags.isEmpty)
  }

  @Test func debugBuildsRefuse() {
    #if DEBUG || InvariantChecks
      #expect(BuildIdentity.refusalToRecord != nil)
    #else
      #expect(BuildIdentity.refusalToRecord == nil)
    #endif
  }

  @Test func theCodeOfAnExecutableIsFound() throws {
    let file = try #require(ExecutableFile(Self.executable(code: [1, 2, 3, 4, 5])))
    #expect(file.code.map { Array($0) } == [1, 2, 3, 4, 5])
  }

  @Test func aDamagedExecutableHasNoCode() {
    let whole = Self.executable(code: [1, 2, 3])
    // Of the last header, only the first 40 of its 64 bytes are read.
    for count in 0..<whole.count - 24 {
      #expect(ExecutableFile(whole.prefix(count))?.code == nil, "\(count) bytes")
    }
    #expect(ExecutableFile(Data(repeating: 0, count: 100)) == nil)
  }

  /// The least ELF file with a section of names, then the section `.text`.
  private static func executable(code: [UInt8]) -> Data {
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let names = Array("\0.names\0.text\0".utf8)
    let table = 64 + names.count + code.count
    var bytes: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1] + Array(repeating: 0, count: 34)
    bytes += number(table, 8) + Array(repeating: 0, count: 10)
    bytes += number(64, 2) + number(2, 2) + number(0, 2)
    bytes += names + code
    for (name, start, count) in [(1, 64, names.count), (8, 64 + names.count, code.count)] {
      bytes += number(name, 4) + Array(repeating: 0, count: 20)
      bytes += number(start, 8) + number(count, 8) + Array(repeating: 0, count: 24)
    }
    return Data(bytes)
  }
}
