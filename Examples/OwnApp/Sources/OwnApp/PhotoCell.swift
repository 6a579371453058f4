import ScrollBenchmarks

/// The app's cell: it shows a title.
final class PhotoCell: ScrollCell {
  private(set) var caption = ""

  func show(_ photo: Photo) { caption = photo.title }
}
