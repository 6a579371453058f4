import Foundation
import Processes
import Profiles

/// The functions of one executable or library: the symbol tables of an ELF file.
///
/// Unchecked because the file is mapped and read in place; every offset is compared with its size first.
/// Source: "System V Application Binary Interface", chapters 4 and 5.
package struct ObjectCode {
  /// The bytes of the file from `offset` on, as the program sees them from `address` on.
  private struct Segment {
    let offset, address, size: UInt64
  }

  private struct Function {
    let address, size: UInt64
    /// The position of its name in the file.
    let name: Int
    let isLocal: Bool
  }

  private let file: Data
  private var segments: [Segment] = []
  private var functions: [Function] = []
  /// The beginnings of all functions that can be unwound, in order: also of those without a symbol.
  private var starts: [UInt64] = []

  /// Reads the file at `path`; nil if it is no ELF file of 64 bits in this machine's byte order.
  ///
  /// - Complexity: O(*n* log *n*) for *n* symbols.
  package init?(path: String) {
    guard let file = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
      return nil
    }
    self.file = file
    guard bytes(at: 0, count: 5) == [0x7f, 0x45, 0x4c, 0x46, 2] else { return nil }
    readSegments()
    readSymbols()
    functions.sort {
      ($0.address, $0.isLocal ? 1 : 0, $0.name) < ($1.address, $1.isLocal ? 1 : 0, $1.name)
    }
  }

  /// Returns the address in the file's own terms of what lies at `offset`; nil outside of segments.
  func address(ofOffset offset: UInt64) -> UInt64? {
    segments.first { offset >= $0.offset && offset - $0.offset < $0.size }
      .map { offset - $0.offset &+ $0.address }
  }

  /// Returns the function whose code `address` lies in, and its extent; nil without one.
  ///
  /// - Complexity: O(log *n*) for *n* functions.
  package func function(at address: UInt64) -> (symbol: String, range: Range<UInt64>)? {
    var low = 0
    var high = functions.count
    while low < high {
      let middle = (low + high) / 2
      if functions[middle].address <= address { low = middle + 1 } else { high = middle }
    }
    // Of several names of one place the first is taken, in every run.
    guard low > 0 else { return nil }
    let start = functions[low - 1].address
    while low > 1, functions[low - 2].address == start { low -= 1 }
    for function in functions[(low - 1)...].prefix(while: { $0.address == start })
    where address - start < function.size {
      return (string(at: function.name), start..<start + function.size)
    }
    return nil
  }

  /// Returns the extent of the function `symbol`; nil without it.
  package func range(of symbol: String) -> Range<UInt64>? {
    functions.first { string(at: $0.name) == symbol }.map { $0.address..<$0.address + $0.size }
  }

  /// Returns the beginning of the code that `address` lies in, as tables for unwinding have it.
  ///
  /// - Complexity: O(log *n*) for *n* functions.
  package func start(before address: UInt64) -> UInt64? {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= address { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? starts[low - 1] : nil
  }

  /// Reads the table of functions for unwinding.
  ///
  /// Source: "Linux Standard Base Core Specification", 10.6.2, the header .eh_frame_hdr.
  private mutating func readStarts(at offset: Int, address: UInt64) {
    let (countIsWord, tableIsRelative): (UInt8, UInt8) = (0x03, 0x3b)
    guard integer(at: offset, as: UInt8.self) == 1,
      integer(at: offset &+ 2, as: UInt8.self) == countIsWord,
      integer(at: offset &+ 3, as: UInt8.self) == tableIsRelative
    else { return }
    let (header, entry) = (12, 8)
    let count = min(Int(integer(at: offset &+ 8, as: UInt32.self)), file.count / entry)
    starts = (0..<count).map { index in
      let place = integer(at: offset &+ header &+ index * entry, as: Int32.self)
      return address &+ UInt64(bitPattern: Int64(place))
    }.sorted()
  }

  private mutating func readSegments() {
    let (start, size) = (integer(at: 32, as: UInt64.self), integer(at: 54, as: UInt16.self))
    for index in 0..<UInt64(integer(at: 56, as: UInt16.self)) {
      let header = Int(clamping: start &+ index &* UInt64(size))
      let (loaded, unwinding): (UInt32, UInt32) = (1, 0x6474_e550)
      let kind = integer(at: header, as: UInt32.self)
      if kind == unwinding {
        readStarts(
          at: Int(clamping: integer(at: header &+ 8, as: UInt64.self)),
          address: integer(at: header &+ 16, as: UInt64.self))
      }
      guard kind == loaded else { continue }
      segments.append(
        Segment(
          offset: integer(at: header &+ 8, as: UInt64.self),
          address: integer(at: header &+ 16, as: UInt64.self),
          size: integer(at: header &+ 32, as: UInt64.self)))
    }
  }

  private mutating func readSymbols() {
    let (start, size) = (integer(at: 40, as: UInt64.self), integer(at: 58, as: UInt16.self))
    func section(_ index: UInt64) -> Int { Int(clamping: start &+ index &* UInt64(size)) }
    let (full, exported): (UInt32, UInt32) = (2, 11)
    for index in 0..<UInt64(integer(at: 60, as: UInt16.self)) {
      let header = section(index)
      let kind = integer(at: header &+ 4, as: UInt32.self)
      guard kind == full || kind == exported else { continue }
      let names = section(UInt64(integer(at: header &+ 40, as: UInt32.self)))
      readSymbols(
        from: Int(clamping: integer(at: header &+ 24, as: UInt64.self)),
        byteCount: Int(clamping: integer(at: header &+ 32, as: UInt64.self)),
        names: Int(clamping: integer(at: names &+ 24, as: UInt64.self)))
    }
  }

  private mutating func readSymbols(from start: Int, byteCount: Int, names: Int) {
    let entry = 24
    guard start >= 0, byteCount >= 0, start <= file.count, byteCount <= file.count - start else {
      return
    }
    for position in stride(from: start, to: start + byteCount - entry + 1, by: entry) {
      let info = integer(at: position + 4, as: UInt8.self)
      let section = integer(at: position + 6, as: UInt16.self)
      let (kind, isDefined) = (info & 15, section != 0)
      let (function, indirect): (UInt8, UInt8) = (2, 10)
      let address = integer(at: position + 8, as: UInt64.self)
      let size = integer(at: position + 16, as: UInt64.self)
      guard isDefined, kind == function || kind == indirect,
        !address.addingReportingOverflow(size).overflow
      else { continue }
      functions.append(
        Function(
          address: address, size: size,
          name: names &+ Int(integer(at: position, as: UInt32.self)), isLocal: info >> 4 == 0))
    }
  }

  /// Returns the integer at `offset`; 0 beyond the end of the file.
  private func integer<Value: FixedWidthInteger>(at offset: Int, as type: Value.Type) -> Value {
    guard offset >= 0, offset <= file.count - MemoryLayout<Value>.size else { return 0 }
    return unsafe file.withUnsafeBytes { bytes in
      unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
    }
  }

  private func bytes(at offset: Int, count: Int) -> [UInt8] {
    Array(file.dropFirst(offset).prefix(count))
  }

  private func string(at offset: Int) -> String {
    guard offset >= 0, offset < file.count else { return "" }
    let start = file.startIndex + offset
    return String(decoding: file[start...].prefix(8_192).prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// The code in the memory of this process.
package struct LoadedCode {
  /// One mapped part of a file.
  private struct Mapping {
    let range: Range<UInt64>
    let offset: UInt64
    let isCode: Bool
    let path: String
  }

  /// A place in the code.
  package struct Place {
    /// The file's path.
    let path: String
    let frame: StackProfile.Frame
    /// The address in the file's own terms.
    let address: UInt64
    /// The function's extent in these terms; nil if the code has no symbol.
    package let function: Range<UInt64>?
  }

  private let mappings: [Mapping]
  private let executable: String
  /// The names of functions that a C library chooses when it is loaded, by where they begin. Its own
  /// table does not have them if it is stripped.
  private let chosenFunctions: [UInt64: String]
  private var objects: [String: ObjectCode?] = [:]
  private var places: [UInt64: Place] = [:]

  /// Looks at the mappings as they are now.
  ///
  /// - Parameter maps: What the system says of them.
  /// - Throws: `WorkerError.unable` where it does not say: no function would have a name.
  package init(maps: String = "/proc/self/maps") throws(WorkerError) {
    let names = ["memmove", "memcpy", "memset", "memcmp", "memchr", "strlen", "strcmp"]
    chosenFunctions = names.reduce(into: [:]) { functions, name in
      // The null pointer stands for all libraries.
      guard let address = unsafe dlsym(nil, name) else { return }
      // Where two are one, the first name stands for both.
      let place = UInt64(UInt(bitPattern: address))
      functions[place] = functions[place] ?? name
    }
    let text: String
    do {
      let bytes = try FileHandle(forReadingFrom: URL(filePath: maps)).readToEnd()
      text = String(decoding: bytes ?? Data(), as: UTF8.self)
    } catch {
      throw Self.unable("\(maps) cannot be read: \(SystemError.message(of: error))")
    }
    do {
      executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    } catch {
      throw Self.unable("/proc/self/exe cannot be read: \(SystemError.message(of: error))")
    }
    mappings = text.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: " ", maxSplits: 5)
      let ends = columns.first?.split(separator: "-").compactMap { UInt64($0, radix: 16) } ?? []
      guard columns.count == 6, ends.count == 2, ends[0] < ends[1],
        let offset = UInt64(columns[2], radix: 16)
      else { return nil }
      return Mapping(
        range: ends[0]..<ends[1], offset: offset, isCode: columns[1].contains("x"),
        path: columns[5].trimmingCharacters(in: .whitespaces))
    }
    guard mappings.contains(where: { $0.path == executable }) else {
      throw Self.unable("\(maps) does not have the executable")
    }
    guard object(at: executable) != nil else {
      throw Self.unable("the symbols of \(executable) cannot be read")
    }
  }

  private static func unable(_ reason: String) -> WorkerError {
    .unable(reason: "cannot tell which functions ran, as \(reason)")
  }

  /// Returns the extent in memory of one of the executable's functions; nil without it.
  mutating func range(ofOwn symbol: String) -> Range<UInt64>? {
    guard let object = object(at: executable), let range = object.range(of: symbol) else {
      return nil
    }
    for mapping in mappings where mapping.path == executable {
      guard let start = object.address(ofOffset: mapping.offset) else { continue }
      let size = mapping.range.upperBound - mapping.range.lowerBound
      guard range.lowerBound >= start, range.lowerBound - start < size else { continue }
      let low = range.lowerBound - start + mapping.range.lowerBound
      return low..<low + UInt64(range.count)
    }
    return nil
  }

  /// Returns the place of `address`.
  ///
  /// Code of a library without a symbol has the library's name and the offset of its beginning.
  package mutating func place(of address: UInt64) -> Place {
    if let known = places[address] { return known }
    let found = lookUp(address)
    places[address] = found
    return found
  }

  private mutating func lookUp(_ address: UInt64) -> Place {
    guard let mapping = mappings.first(where: { $0.range.contains(address) }) else {
      return Place(path: "", frame: .init("[unknown]"), address: address, function: nil)
    }
    let isOwn = mapping.path == executable
    let name = isOwn ? "" : URL(filePath: mapping.path).lastPathComponent
    let offset = address - mapping.range.lowerBound + mapping.offset
    guard let object = object(at: mapping.path), let place = object.address(ofOffset: offset) else {
      return Place(
        path: mapping.path, frame: .init(name.isEmpty ? "[unknown]" : name, object: name),
        address: offset, function: nil)
    }
    guard let function = object.function(at: place) else {
      // The executable is another one in the next build.
      let start = object.start(before: place) ?? place
      if let chosen = chosenFunctions[address - (place - start)] {
        return Place(
          path: mapping.path, frame: .init(chosen, object: name), address: place, function: nil)
      }
      let label = isOwn ? "[no symbol]" : "\(name)+0x\(String(start, radix: 16))"
      return Place(
        path: mapping.path, frame: .init(label, object: name), address: place, function: nil)
    }
    return Place(
      path: mapping.path, frame: .init(function.symbol, object: name), address: place,
      function: function.range)
  }

  /// The libraries in which a place was looked up and whose symbols cannot be read, in order.
  package var unreadableLibraries: [String] {
    let code = Set(mappings.filter(\.isCode).map(\.path))
    return objects.filter { $0.key.hasPrefix("/") && $0.value == nil && code.contains($0.key) }
      .map(\.key).sorted()
  }

  private mutating func object(at path: String) -> ObjectCode? {
    if let known = objects[path] { return known }
    // The running file, even if another one lies in its place by now.
    let found = ObjectCode(path: path == executable ? "/proc/self/exe" : path)
    objects[path] = .some(found)
    return found
  }
}
