import DeclaredRecords
import FootlightPlatform

/// The data that restores an activity: a JSON object, kept as it was written.
enum ActivityData {
  /// The most bytes that it may have.
  static let limit = 4_096

  /// Checks an object, and that it holds what is required.
  static func check(_ text: String, requiring keys: [String]) throws(Failure) {
    guard text.utf8.count <= limit else {
      throw Failure(
        .badActivity, "the data has \(text.utf8.count) bytes, more than \(limit)",
        remedy: "record less of it, such as an id")
    }
    let record: Record
    do throws(Failure) {
      record = try Record(json: text)
    } catch {
      throw Failure(
        .badActivity, "the data is no JSON object: \(error.diagnostics.first?.message ?? "")",
        remedy: "write it as in '{\"page\": 7}'")
    }
    let missing = lacking(record, keys)
    guard missing.isEmpty else {
      throw Failure(
        .activityLacks, "the data lacks what is required: \(missing.joined(separator: ", "))",
        remedy: "add it to --data, or require less")
    }
  }

  /// The required keys that data lacks.
  static func lacking(_ text: String, _ keys: [String]) -> [String] {
    guard !keys.isEmpty else { return [] }
    do throws(Failure) {
      return lacking(try Record(json: text.isEmpty ? "{}" : text), keys)
    } catch {
      return keys
    }
  }

  private static func lacking(_ record: Record, _ keys: [String]) -> [String] {
    keys.filter { key in
      switch record[key] {
      case nil, .null: true
      default: false
      }
    }
  }

  /// The values in an object, for searching: never the keys.
  static func words(of text: String) -> String {
    guard !text.isEmpty else { return "" }
    var words: [String] = []
    do throws(Failure) {
      collect(.object(try Record(json: text)), &words)
    } catch {
      return ""
    }
    return words.joined(separator: "\n")
  }

  private static func collect(_ value: RecordValue, _ words: inout [String]) {
    switch value {
    case .null, .boolean: break
    case .number(let text), .text(let text): words.append(text)
    case .list(let values): for value in values { collect(value, &words) }
    case .object(let record): for field in record.fields { collect(field.value, &words) }
    }
  }
}
