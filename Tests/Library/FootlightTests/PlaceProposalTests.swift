import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Places that `Library.propose` finds in data, and measurements that it leaves alone.
@Suite struct PlaceProposalTests {
  private func workspace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
    return folder
  }

  @Test(arguments: [
    ("plants.csv", "size", ["12.5,30.2", "20.5,41.1", "7.5,11.9"], false),
    ("plants.csv", "range", ["12.5;30.2", "20.5;41.1", "7.5;11.9"], false),
    ("places.csv", "score", ["12 30", "20 41", "7 11"], false),
    ("plants.csv", "location", ["12.5,30.2", "20.5,41.1", "7.5,11.9"], true),
    ("plants.csv", "gps_coordinates", ["12.5,30.2", "20.5,41.1", "7.5,11.9"], true),
    ("plants.csv", "lat_lng", ["12.5,30.2", "20.5,41.1", "7.5,11.9"], true),
    ("plants.csv", "found", ["48.14° N, 11.58° E", "48.2 N, 11.6 E", "33.9 S, 151.2 E"], true),
    ("plants.csv", "found", ["geo:48.14,11.58", "geo:48.2,11.6", "geo:1,2"], true),
    ("plants.csv", "found", ["POINT (11.58 48.14)", "POINT (11.6 48.2)", "POINT (2 1)"], true),
    ("plants.csv", "found", ["1e1,2e1", "3e1,4e1", "5e1,6e1"], false),
  ])
  func `two numbers in a text are a place by their name or by their marks`(
    file: String, column: String, values: [String], isPlace: Bool
  ) throws {
    let folder = try workspace()
    let names = ["Lesser Celandine", "Ramsons", "Common Bluebell"]
    let rows = zip(names, values).enumerated().map { number, row in
      "\(number + 1),\(row.0),\"\(row.1)\"\n"
    }
    let path = try folder.write(file, "id,name,\(column)\n" + rows.joined())
    let proposal = try Library(workspace: folder.path).propose(for: path)
    #expect(proposal.declaration.contains("type: place") == isPlace, "\(proposal.declaration)")
  }

  @Test(arguments: [
    ("plants.csv", "", false), ("places.csv", "", true), ("plants.csv", ",city", true),
    ("plants.csv", ",height", false),
  ])
  func `x and y are a place where the file is about places`(
    file: String, column: String, isPlace: Bool
  ) throws {
    let folder = try workspace()
    let other = column.isEmpty ? "" : ",tall"
    let path = try folder.write(
      file,
      """
      id,name,x,y\(column)
      1,Lesser Celandine,11.58,48.14\(other)
      2,Ramsons,11.61,48.25\(other)
      3,Common Bluebell,11.77,48.31\(other)

      """)
    let proposal = try Library(workspace: folder.path).propose(for: path)
    #expect(proposal.declaration.contains("type: place") == isPlace, "\(proposal.declaration)")
  }

  @Test(arguments: [
    // Parcels in centimetres, of which the first would lie on the globe, and all of them.
    ("Paket;PLZ;Breite;Länge", ["10,5;20,5", "80,5;120,5", "95,5;200,25"], false),
    ("Paket;PLZ;Breite;Länge", ["10,5;20,5", "30,5;40,25", "35,5;60,0"], false),
    ("Paket;PLZ;Breite;Länge", ["10.5;20.5", "30.5;40.25", "35.5;60"], false),
    ("Paket;Ort;Laenge;Breite", ["10,5;20,5", "30,5;40,25", "35,5;60,0"], false),
    // The first is no measure of the others.
    ("Halt;Ort;Breitengrad;Längengrad", ["50,94;6,95", "95,5;6,96", "50,96;6,97"], false),
    ("Halt;Ort;Breitengrad;Längengrad", ["50,94;6,95", "50,95;186,5", "50,96;6,97"], false),
    ("Halt;Ort;Breitengrad;Längengrad", ["50,94;6,95", "-50,95;-179,5", "50,96;6,97"], true),
    ("Halt;Ort;Breite;Länge", ["50,9413;6,9583", "50,9354;6,9481", "50,9585;7"], true),
    ("Halt;Ort;Breite;Länge", ["50;6.958", "50.935;6.948", "50.958;6.97"], true),
    ("Halt;Nr;Geo-Breite;Geo-Länge", ["50,94;6,95", "50,93;6,94", "50,95;6,97"], true),
    ("Halt;Ort;geogr. Breite;geogr. Länge", ["50,94;6,95", "50,93;6,94", "50,95;6,97"], true),
    ("Halt;Ort;Geographische Breite;Geographische Länge", ["50,9;6,9", "50,8;6,8", "51;7"], true),
    ("Halt;Nr;Breite Koordinate;Länge Koordinate", ["50,94;6,95", "50,9;6,9", "51,5;7,5"], true),
  ])
  func `width and length are degrees only where they are written or called so`(
    header: String, values: [String], isPlace: Bool
  ) throws {
    let folder = try workspace()
    let rows = zip(["Adler", "Birke", "Ceder"], values).enumerated().map { number, row in
      "\(row.0);5066\(number);\(row.1)\n"
    }
    let path = try folder.write("liste.csv", header + "\n" + rows.joined())
    let proposal = try Library(workspace: folder.path).propose(for: path)
    #expect(proposal.declaration.contains("type: place") == isPlace, "\(proposal.declaration)")
    if !isPlace {
      let numbers = proposal.declaration.split(separator: "\n").filter {
        $0.contains("type: number") && $0.lowercased().contains("breite")
      }
      #expect(numbers.count == 1, "\(proposal.declaration)")
    }
  }

  @Test func `the kinds of geometries are no line for people`() throws {
    let folder = try workspace()
    let geometries = [
      #"{"type":"Point","coordinates":[11.59,48.15]}"#,
      #"{"type":"Polygon","coordinates":[[[11.5,48.1],[11.6,48.1],[11.6,48.2],[11.5,48.1]]]}"#,
      #"{"type":"LineString","coordinates":[[11.58,48.14],[11.59,48.15]]}"#,
    ]
    let features = zip(["Chinese Tower", "Lake", "Eisbach"], geometries).map { name, geometry in
      #"{"type":"Feature","properties":{"name":"\#(name)"},"geometry":\#(geometry)}"#
    }
    let path = try folder.write(
      "park.geojson",
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
    let declaration = try Library(workspace: folder.path).propose(for: path).declaration
    #expect(declaration.contains("{ value: \"{geometry}\", type: place }"), "\(declaration)")
    #expect(!declaration.contains("{geometry.type}"), "\(declaration)")
  }
}
