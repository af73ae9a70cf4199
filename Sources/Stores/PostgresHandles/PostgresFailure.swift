#if PostgresStore
  import CSystemPQ
  package import FootlightPlatform

  extension PostgresConnection {
    /// The meaning of a failed statement, by its SQLSTATE (PostgreSQL, appendix A).
    func serverFailure(_ result: OpaquePointer) -> Failure {
      let state = unsafe field(result, 67)
      let said = unsafe shortened(field(result, 77))
      let remark = state.isEmpty ? said : "\(said) (SQLSTATE \(state))"
      return ownStates(state, said) ?? PostgresState(code: state).failure(remark)
    }

    /// A field of an error: `C` is the state, `M` the message.
    ///
    /// C: PQresultErrorField.
    private func field(_ result: OpaquePointer, _ name: Int32) -> String {
      unsafe PQresultErrorField(result, name).map { unsafe String(cString: $0) } ?? ""
    }
  }

  /// A state of SQL: five letters that say what is wrong.
  package struct PostgresState: Sendable, Hashable {
    /// The letters; empty where the library itself has failed.
    package let code: String

    /// The meaning for somebody who uses a store, with the message of the server.
    package func failure(_ said: String) -> Failure {
      switch code {
      case "": return unreachable(said)
      case "28000", "28P01":
        return Failure(
          .storeLogin, "the store lets nobody in with this name: \(said)",
          remedy: "check the user's name and its password")
      case "3F000", "42P01", "42883", "3D000":
        return Failure(
          .storeBlank, "there is no store in this database: \(said)",
          remedy: "have its owner run `footlight store init`")
      case "42501":
        return Failure(
          .storeForbidden, "the store does not allow it: \(said)",
          remedy: "ask for the role footlight_reader, footlight_builder or footlight_sweeper")
      case "57014":
        return Failure(
          .storeSilent, "the store has stopped the statement: \(said)",
          remedy: "try again; raise statement_timeout where it is too short")
      case "25006":
        return Failure(
          .storeForbidden, "the store cannot be written: \(said)",
          remedy: "name the first server, not one that follows it")
      case "40001", "40P01", "55P03":
        return Failure(.storeBusy, "somebody else was faster: \(said)", remedy: "try again")
      case "58P01", "0A000":
        return Failure(
          .storeExtension, "the server lacks what was asked for: \(said)",
          remedy: "install the extension on the server, or do without it")
      default:
        break
      }
      switch code.prefix(2) {
      case "08": return unreachable(said)
      case "57":
        return Failure(
          .storeUnreachable, "the store is going down or coming up: \(said)",
          remedy: "try again in a moment; what was pulled is searched all the same")
      case "53":
        return Failure(
          .storeFull, "the store has no room: \(said)",
          remedy: "look at its disk, its memory and its number of connections")
      case "58", "XX":
        return Failure(
          .storeDamaged, "the store has failed: \(said)",
          remedy: "look at the server's log, its disk and its workers")
      default:
        return Failure(
          .storeRefused, "the store has refused a statement: \(said)",
          remedy: "look at the server's log; another version of the store may need another program")
      }
    }

    private func unreachable(_ said: String) -> Failure {
      Failure(
        .storeUnreachable, "the connection to the store has failed: \(said)",
        remedy: "check the network and the server; what was pulled is searched all the same")
    }
  }

  /// The message of a server, as one line that a terminal shows and does not obey.
  func shortened(_ text: String) -> String {
    let line = text.unicodeScalars.map { scalar in
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        ? Character(" ") : Character(scalar)
    }
    return String(String(line).split(separator: " ").joined(separator: " ").prefix(300))
  }
#endif
