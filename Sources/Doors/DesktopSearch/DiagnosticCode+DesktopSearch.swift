package import FootlightPlatform

extension DiagnosticCode {
  /// There is no session bus, or it lets nobody in.
  ///
  /// Remedy: run it within a desktop session; over ssh `dbus-run-session` starts a bus of its own.
  package static let busUnreachable = DiagnosticCode("bus.unreachable", .machine)
  /// The bus has closed the connection, as at the end of a session.
  ///
  /// Remedy: nothing is broken; the next session has a bus of its own.
  package static let busClosed = DiagnosticCode("bus.closed", .machine)
  /// The bus, or who was called over it, has refused or not answered.
  ///
  /// Remedy: the message says what was refused; `footlight desktop status` looks at everything.
  package static let busRefused = DiagnosticCode("bus.refused", .machine)
}

extension DiagnosticCode {
  /// Neither HOME nor the XDG variables say where a user's files lie.
  ///
  /// Remedy: set HOME to your home folder.
  package static let desktopNoHome = DiagnosticCode("desktop.no-home", .caller)
  /// More workspaces than the desktop's search takes.
  ///
  /// Remedy: take one out with `footlight desktop uninstall --workspace DIR`.
  package static let desktopTooManyWorkspaces = DiagnosticCode(
    "desktop.too-many-workspaces", .caller)
  /// No workspace is installed, or one that is cannot be searched.
  ///
  /// Remedy: run `footlight desktop install` in a workspace, and `footlight sync` there.
  package static let desktopWorkspace = DiagnosticCode("desktop.workspace", .caller)
  /// A file that the desktop reads is missing, or another one stands in its place.
  ///
  /// Remedy: run `footlight desktop install` again.
  package static let desktopFile = DiagnosticCode("desktop.file", .machine)
  /// The file that GNOME reads lies where GNOME does not look, since no folder for all users can be written.
  ///
  /// Remedy: the message names the one command that needs root.
  package static let desktopNotForGNOME = DiagnosticCode("desktop.not-for-gnome", .machine)
  /// A setting of the desktop hides the results.
  ///
  /// Remedy: change it back in the desktop's settings, under search.
  package static let desktopDisabled = DiagnosticCode("desktop.disabled", .caller)
  /// Another program has the name on the bus, or answers in place of the one that is installed.
  ///
  /// Remedy: end the program that the message names.
  package static let desktopNameTaken = DiagnosticCode("desktop.name-taken", .machine)
  /// The bus does not start the service, or the service does not answer.
  ///
  /// Remedy: the message says what was refused; the log of the session has more.
  package static let desktopSilent = DiagnosticCode("desktop.silent", .machine)
  /// Nothing in which the picker could show all results.
  ///
  /// Remedy: install a terminal, such as gnome-console, konsole or xterm.
  package static let desktopNoTerminal = DiagnosticCode("desktop.no-terminal", .machine)
  /// A search took longer than the desktop waits; what was found by then was shown.
  ///
  /// Remedy: more letters are quicker; `footlight compact` in the workspace joins what many changes scattered.
  package static let desktopLate = DiagnosticCode("desktop.late", .caller)
}
