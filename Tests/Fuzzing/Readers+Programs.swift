import Benchmarking
import Foundation
import Profiles

extension Readers {
  /// What other programs write, and executables of others.
  static let programs = [
    Reader("callgrind", .text, [callgrind], make: { GeneratedExamples.callgrind(&$0) }) {
      input, _ in
      let profile = try CallgrindProfile(text: String(decoding: input, as: UTF8.self))
      _ = profile.withoutObject(named: "program").stacks
      _ = profile.changes(to: CallgrindProfile(selfCosts: [:]))
      _ = AllocationStacks(profile).changes(to: AllocationStacks(counts: [:]))
    },
    Reader("disassembly", .text, [disassembly]) { input, _ in
      let lines = Disassembler.parse(
        String(decoding: input, as: UTF8.self), weights: [0x401000: 3])
      guard !lines.isEmpty else { throw NoCode() }
    },
    Reader("executable", .text, [executable]) { input, number in
      guard let object = try withFile(input, { ObjectCode(path: $0) }) else { throw NoCode() }
      for address in [0, 0x1000, 0x1010, UInt64.max, UInt64(number)] {
        _ = (object.function(at: address)?.symbol, object.start(before: address))
      }
      _ = object.range(of: "second")
    },
  ]

  /// What has no code.
  private struct NoCode: Error {}

  private static let callgrind = bytes(
    """
    # callgrind format
    version: 1
    positions: instr line
    events: Dr Ir
    ob=(1) /usr/bin/program
    fn=(1) main
    0x400 10 1 20
    +4 +1 2 30
    cfn=(2) $s4work
    calls=3 0x500 4
    * * 5 900
    fn=(2)
    0x500 4 1 600
    fn=plain'2
    0x600 0 1 180
    fn=f'main'cvbench_measured
    0x600 0 1 12
    totals: 6 842

    """)

  private static let disassembly = bytes(
    """

    /tmp/a.out:     file format elf64-x86-64

    0000000000401000 <$s4Main4workyyF>:
    $s4Main4workyyF():
    /sources/Main.swift:12
      401000:\tpush   %rbp
      401001:\tmov    %rsp,%rbp
    /sources/Main.swift:13 (discriminator 2)
      401004:\tcall   401100 <$sSa6appendyyxnF+0x20>
      401009:\tret

    """)

  /// Numbers of so many bytes each, the lowest first.
  private static func numbers(_ numbers: [(UInt64, Int)]) -> [UInt8] {
    numbers.flatMap { number, count in
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
  }

  /// An ELF file with one segment, a table for unwinding and two functions.
  ///
  /// Source: "System V Application Binary Interface", chapters 4 and 5.
  private static let executable: [UInt8] = {
    var file: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + Array(repeating: 0, count: 9)
    let (programs, unwinding, symbols, names, sections): (UInt64, UInt64, UInt64, UInt64, UInt64) =
      (64, 176, 204, 276, 292)
    file += numbers([
      (2, 2), (62, 2), (1, 4), (0x1000, 8), (programs, 8), (sections, 8), (0, 4), (64, 2),
    ])
    file += numbers([(56, 2), (2, 2), (64, 2), (2, 2), (0, 2)])
    file += numbers([
      (1, 4), (5, 4), (0, 8), (0x1000, 8), (0x1000, 8), (484, 8), (484, 8), (4_096, 8),
    ])
    file += numbers([
      (0x6474_E550, 4), (4, 4), (unwinding, 8), (0x10B0, 8), (0x10B0, 8), (28, 8), (28, 8), (4, 8),
    ])
    file += numbers([(1, 1), (0x1B, 1), (3, 1), (0x3B, 1), (0, 4), (2, 4), (0, 8), (16, 8)])
    file += numbers([(0, 4), (0, 1), (0, 1), (0, 2), (0, 8), (0, 8)])
    file += numbers([(1, 4), (0x12, 1), (0, 1), (1, 2), (0x1000, 8), (16, 8)])
    file += numbers([(7, 4), (0x02, 1), (0, 1), (1, 2), (0x1010, 8), (32, 8)])
    file += [0] + Array("first".utf8) + [0] + Array("second".utf8) + [0, 0, 0]
    file += numbers([
      (0, 4), (2, 4), (0, 8), (0, 8), (symbols, 8), (72, 8), (1, 4), (1, 4), (8, 8), (24, 8),
    ])
    file += numbers([
      (0, 4), (3, 4), (0, 8), (0, 8), (names, 8), (16, 8), (0, 4), (0, 4), (1, 8), (0, 8),
    ])
    return file
  }()
}
