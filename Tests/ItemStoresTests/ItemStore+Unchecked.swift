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

  /// Where each chunk lies, for nothing but to be compared. All items are held until the end.
  var chunkAddresses: [UInt] {
    var (addresses, items): ([UInt], [Item]) = ([], [])
    forEachChunk { chunk in
      unsafe chunk.withUnsafeBufferPointer { buffer in
        addresses.append(UInt(bitPattern: buffer.baseAddress))
        unsafe items += buffer
      }
    }
    return withExtendedLifetime(items) { addresses }
  }
}
