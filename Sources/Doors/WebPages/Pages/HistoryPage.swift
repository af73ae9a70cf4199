package import Footlight

extension Pages {
  /// The page with all that was opened and starred.
  package func history(_ places: [Start.Place], _ domains: [DomainSummary]) -> [UInt8] {
    page(Frame(title: "History")) { main in
      main.element(.heading1, text: "History")
      if places.isEmpty {
        main.element(
          .paragraph, [.classes("none")],
          text: "Nothing was opened yet. What you open comes first when you search again.")
      }
      self.places("Starred", places.filter(\.isStarred), domains, dated: true, &main)
      self.places("Opened", places.filter { $0.last != nil }, domains, dated: true, &main)
    }
  }
}
