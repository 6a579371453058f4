// Unchecked because eight bytes of a string are read at once, always within its count.

extension Comparison {
  /// Returns 64 well-mixed bits of an identifier; equal identifiers give equal bits.
  ///
  /// Integers and strings are mixed here, in a fraction of the time that `Hasher` takes. The
  /// compiler resolves the type checks where the comparison is specialised.
  @inlinable
  @inline(__always)
  func hash(_ id: Identity.ID) -> UInt64 {
    if Identity.ID.self == Int.self, let number = id as? Int {
      return mixed(UInt64(bitPattern: Int64(number)) ^ hashSeed)
    }
    if Identity.ID.self == UInt64.self, let number = id as? UInt64 {
      return mixed(number ^ hashSeed)
    }
    if Identity.ID.self == UInt32.self, let number = id as? UInt32 {
      return mixed(UInt64(number) ^ hashSeed)
    }
    if Identity.ID.self == Int64.self, let number = id as? Int64 {
      return mixed(UInt64(bitPattern: number) ^ hashSeed)
    }
    if Identity.ID.self == String.self, let text = id as? String { return hash(text) }
    return UInt64(bitPattern: Int64(id.hashValue))
  }

  /// Mixes a number with the finaliser of MurmurHash3. Source: A. Appleby, public domain.
  @inlinable
  @inline(__always)
  func mixed(_ number: UInt64) -> UInt64 {
    var bits = number
    bits = (bits ^ (bits >> 33)) &* 0xff51_afd7_ed55_8ccd
    bits = (bits ^ (bits >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return bits ^ (bits >> 33)
  }

  // MARK: Strings

  /// A Boolean value that indicates whether hashes are computed from memory elsewhere.
  @inlinable static var hashesHeap: Bool { Identity.ID.self == String.self }

  /// Returns the first byte of a string; 0 if there is none.
  ///
  /// Before a block of strings is hashed, it is read of each, so that the processor fetches the
  /// memory of many strings at once.
  @inlinable
  @inline(__always)
  func firstByte(of id: Identity.ID) -> UInt32 {
    guard let text = id as? String else { return 0 }
    let byte = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.isEmpty ? 0 : UInt32(unsafe bytes[0])
    }
    return byte ?? 0
  }

  /// Returns the hash of a string: of its bytes if all are ASCII, since equal ASCII strings have
  /// equal bytes.
  @inlinable
  @inline(__always)
  func hash(_ text: String) -> UInt64 {
    let bits = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe hashOfASCII(UnsafeRawBufferPointer(bytes))
    }
    return bits.flatMap { $0 } ?? hashOfOther(text)
  }

  /// Returns the hash of ASCII bytes; nil if a byte is not ASCII.
  @inlinable
  @inline(__always)
  func hashOfASCII(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
    var bits = hashSeed ^ UInt64(truncatingIfNeeded: bytes.count)
    var seen: UInt64 = 0
    var place = 0
    while place &+ 8 < bytes.count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      seen |= word
      // Folded, as wyhash does: the random factor prevents known pairs of words from cancelling
      // out.
      let product = (bits ^ word).multipliedFullWidth(by: hashFactor)
      bits = product.high ^ product.low
      place &+= 8
    }
    var word: UInt64 = 0
    if bytes.count >= 8 {
      // The last word overlaps the one before it.
      word = unsafe bytes.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self)
    } else {
      for place in 0..<bytes.count { word = word << 8 | UInt64(unsafe bytes[place]) }
    }
    seen |= word
    return seen & 0x8080_8080_8080_8080 == 0 ? mixed(bits ^ word) : nil
  }

  /// Returns the hash of a string that is not ASCII, or not contiguous.
  ///
  /// Strings are equal if they are canonically equivalent. Three characters outside ASCII are
  /// equivalent to one within it: the kelvin sign, the Greek question mark and the Greek varia.
  @inlinable
  @inline(never)
  func hashOfOther(_ text: String) -> UInt64 {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{212A}": bytes.append(UInt8(ascii: "K"))
      case "\u{037E}": bytes.append(UInt8(ascii: ";"))
      case "\u{1FEF}": bytes.append(UInt8(ascii: "`"))
      default:
        guard scalar.isASCII else { return UInt64(bitPattern: Int64(text.hashValue)) }
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      }
    }
    return unsafe bytes.withUnsafeBytes { unsafe hashOfASCII($0) } ?? 0
  }
}
