import ItemStores

extension ItemStore {
  /// Where the last chunk lies, for nothing but to be compared.
  var address: UInt? {
    var address: UInt?
    forEachChunk { chunk in
      unsafe chunk.withUnsafeBufferPointer { items in
        address = UInt(bitPattern: items.baseAddress)
      }
    }
    return address
  }
}
