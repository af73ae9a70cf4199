/// Why a JSON text cannot be read; where is known beside it.
package enum JSONFault: UInt8, Error, Sendable {
  case value
  case key
  case colon
  case endOfObject
  case endOfArray
  case openString
  case controlCharacter
  case escape
  case surrogate
  case number
  case depth
  case encoding
  case notAnObject
  case afterValue
  case noSuchKey
  case notTheArray
  case values
}
