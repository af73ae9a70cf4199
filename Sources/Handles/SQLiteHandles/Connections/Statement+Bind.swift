import CSystemSQLite
package import FootlightPlatform

// SQLITE_TRANSIENT is a macro with a cast, which Swift does not import: SQLite copies the bytes.
private var transient: sqlite3_destructor_type? {
  unsafe unsafeBitCast(-1, to: sqlite3_destructor_type?.self)
}

extension Statement {
  /// Binds a value, or NULL.
  package func bind(_ value: some SQLiteValue, at parameter: Int) throws(Failure) {
    try value.bind(to: self, at: parameter)
  }

  /// Binds NULL.
  ///
  /// SQLite: sqlite3_bind_null.
  package func bindNull(at parameter: Int) throws(Failure) {
    try check(unsafe sqlite3_bind_null(handle, Int32(clamping: parameter)))
  }

  /// Binds the bytes of a text, which need not be valid; SQLite copies them.
  ///
  /// SQLite: sqlite3_bind_text64.
  package func bind(text bytes: [UInt8], at parameter: Int) throws(Failure) {
    let code = unsafe bytes.span.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress, buffer.count > 0 else {
        return unsafe sqlite3_bind_text64(
          handle, Int32(clamping: parameter), "", 0, transient, UInt8(SQLITE_UTF8))
      }
      return unsafe UnsafeRawPointer(start).withMemoryRebound(
        to: CChar.self, capacity: buffer.count
      ) { characters in
        unsafe sqlite3_bind_text64(
          handle, Int32(clamping: parameter), characters, UInt64(buffer.count), transient,
          UInt8(SQLITE_UTF8))
      }
    }
    try check(code)
  }

  /// Binds bytes of an arena; SQLite copies them.
  ///
  /// SQLite: sqlite3_bind_blob64.
  package func bind(_ bytes: borrowing ByteArena, _ range: ByteRange, at parameter: Int)
    throws(Failure)
  {
    let code = bytes.withSpan(range) { span in
      unsafe bindBlob(span, at: parameter, transient)
    }
    try check(code)
  }

  /// Runs the statement once with `row` as parameter 1 and bytes of an arena as parameter 2.
  ///
  /// SQLite reads the bytes where they are: no copy.
  package func insert(row: Int64, blob: borrowing ByteArena, _ range: ByteRange) throws(Failure) {
    try blob.withSpan(range) { span throws(Failure) in
      try insert(row: row, blob: span)
    }
  }

  /// Runs the statement once with `row` as parameter 1 and lent bytes as parameter 2, uncopied.
  package func insert(row: Int64, blob: borrowing Span<UInt8>) throws(Failure) {
    try bind(row, at: 1)
    try check(unsafe bindBlob(blob, at: 2, nil))
    let code = unsafe sqlite3_step(handle)
    let failure = code == SQLITE_DONE ? nil : failure(code)
    unsafe sqlite3_reset(handle)
    // The address is only lent: it must not stay bound.
    unsafe sqlite3_bind_null(handle, 2)
    if let failure { throw failure }
  }

  fileprivate func bindBlob(
    _ bytes: borrowing Span<UInt8>, at parameter: Int, _ destructor: sqlite3_destructor_type?
  ) -> Int32 {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      // Without an address SQLite would bind NULL instead of an empty blob.
      guard let start = buffer.baseAddress, buffer.count > 0 else {
        return unsafe sqlite3_bind_zeroblob(handle, Int32(clamping: parameter), 0)
      }
      return unsafe sqlite3_bind_blob64(
        handle, Int32(clamping: parameter), start, UInt64(buffer.count), destructor)
    }
  }
}

/// A value of a parameter.
package protocol SQLiteValue {
  /// Binds it.
  func bind(to statement: borrowing Statement, at parameter: Int) throws(Failure)
}

extension Int: SQLiteValue {
  package func bind(to statement: borrowing Statement, at parameter: Int) throws(Failure) {
    try Int64(self).bind(to: statement, at: parameter)
  }
}

extension Int64: SQLiteValue {
  /// SQLite: sqlite3_bind_int64.
  package func bind(to statement: borrowing Statement, at parameter: Int) throws(Failure) {
    try statement.check(
      unsafe sqlite3_bind_int64(statement.handle, Int32(clamping: parameter), self))
  }
}

extension Double: SQLiteValue {
  /// SQLite: sqlite3_bind_double.
  package func bind(to statement: borrowing Statement, at parameter: Int) throws(Failure) {
    try statement.check(
      unsafe sqlite3_bind_double(statement.handle, Int32(clamping: parameter), self))
  }
}

extension String: SQLiteValue {
  /// SQLite copies the text: sqlite3_bind_text64.
  package func bind(to statement: borrowing Statement, at parameter: Int) throws(Failure) {
    var value = self
    let code = value.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        // Without an address SQLite would bind NULL.
        guard let start = characters.baseAddress else {
          return unsafe sqlite3_bind_text64(
            statement.handle, Int32(clamping: parameter), "", 0, transient, UInt8(SQLITE_UTF8))
        }
        return unsafe sqlite3_bind_text64(
          statement.handle, Int32(clamping: parameter), start, UInt64(characters.count), transient,
          UInt8(SQLITE_UTF8))
      }
    }
    try statement.check(code)
  }
}

extension [UInt8]: SQLiteValue {
  /// SQLite copies the bytes: sqlite3_bind_blob64.
  package func bind(to statement: borrowing Statement, at parameter: Int) throws(Failure) {
    try statement.check(unsafe statement.bindBlob(span, at: parameter, transient))
  }
}

extension Optional: SQLiteValue where Wrapped: SQLiteValue {
  package func bind(to statement: borrowing Statement, at parameter: Int) throws(Failure) {
    if let self {
      try self.bind(to: statement, at: parameter)
    } else {
      try statement.bindNull(at: parameter)
    }
  }
}

extension Statement {
  /// Binds values to the parameters in their order.
  package func bind(_ values: any SQLiteValue...) throws(Failure) { try bind(values) }

  func bind(_ values: [any SQLiteValue]) throws(Failure) {
    for (index, value) in values.enumerated() { try value.bind(to: self, at: index + 1) }
  }

  /// Runs the statement to its end with these values, and drops its rows.
  package func run(_ values: any SQLiteValue...) throws(Failure) {
    try bind(values)
    try run()
  }
}

extension Connection {
  /// A statement with these values for its parameters.
  package func statement(_ sql: String, _ values: any SQLiteValue...) throws(Failure) -> Statement {
    try statement(sql, binding: values)
  }

  /// The same with values that are in a list.
  package func statement(
    _ sql: String, binding values: [any SQLiteValue]
  ) throws(Failure) -> Statement {
    let statement = try statement(sql)
    try statement.bind(values)
    return statement
  }

  /// Runs a statement with these values to its end, and drops its rows.
  package func run(_ sql: String, _ values: any SQLiteValue...) throws(Failure) {
    try statement(sql, binding: values).run()
  }
}
