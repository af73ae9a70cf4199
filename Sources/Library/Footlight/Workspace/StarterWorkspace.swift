import DeclaredRecords
import SourceKinds

/// The files of a workspace that has just been started: one example that works at once.
///
/// People read and copy it, so it is written for them.
enum StarterWorkspace {
  /// One file: its path below the workspace, and what it holds.
  struct File: Sendable {
    let path: String
    let text: String
  }

  static let files = [
    File(path: "domains/books.yaml", text: declaration),
    File(path: "domains/data/books.csv", text: records),
    // Beside the declarations, so that editors find it without a network and wherever the folder
    // goes; in the folder of the index it would go with the index.
    File(
      path: "domains/schema.json",
      text: DeclarationSchema.text(kinds: SourceKind.builtIn.map(\.keys))),
  ]

  private static let declaration = #"""
    # yaml-language-server: $schema=schema.json

    # A domain is one kind of content that you want to find: here, a shelf of books.
    # This file says where its records are, and how a record becomes an item.
    #
    #   footlight check            shows what this file makes of its records
    #   footlight sync             builds it; again after each change
    #   footlight query verne      finds things
    #
    # Copy it to begin a domain of your own.

    domain: books                 # lower case; a dot makes a group: library.books is part of library
    label: Bookshelf              # its name for people
    version: 1                    # raise it when the data has changed: all is wiped and built anew

    source:
      kind: csv                   # also tsv, json, jsonl, yaml, markdown, text, sqlite, command
      path: data/books.csv        # beside this file; the first line names the fields

    item:                         # {author} is a field of the record; | sends it through a filter
      id: "{id}"                  # different for each item
      title: "{title}"
      description: "{author}, {year}"
      body: "{summary}"
      keywords: ["{author}", "{subjects | split: ';'}"]
      aliases: ["{also | split: ';'}"]                  # other names, found as well as the title
      url: "https://www.gutenberg.org/ebooks/{id}"      # what `footlight open books:103` opens
      attributes:                 # kept beside the text, each with its type
        author: "{author}"
        year: { value: "{year}", type: number }

    """#

  private static let records = """
    id,title,author,year,also,subjects,summary
    11,Alice's Adventures in Wonderland,Lewis Carroll,1865,Alice in Wonderland,fantasy; children,"A girl follows a white rabbit and meets a queen, a hatter and a cat that fades away."
    35,The Time Machine,H. G. Wells,1895,,science fiction; future,An inventor travels to the year 802701 and loses his machine there.
    84,Frankenstein,Mary Shelley,1818,The Modern Prometheus,horror; science,A student makes a living being and runs away from it.
    103,Around the World in Eighty Days,Jules Verne,1873,Le tour du monde en quatre-vingts jours,adventure; travel,A punctual gentleman bets his fortune on trains and steamers.
    135,Les Misérables,Victor Hugo,1862,The Wretched,history; justice,A man who stole bread is hunted for years by a policeman.
    164,"Twenty Thousand Leagues under the Sea",Jules Verne,1870,20000 Leagues; Vingt mille lieues sous les mers,adventure; sea,Three prisoners cross the oceans in a submarine.
    345,Dracula,Bram Stoker,1897,,horror; vampires,"A count from Transylvania comes to England, told in diaries and letters."
    996,Don Quixote,Miguel de Cervantes,1605,Don Quijote; The Ingenious Gentleman of La Mancha,satire; knights,A reader of too many romances rides out as a knight.
    1260,Jane Eyre,Charlotte Brontë,1847,,romance; governess,An orphan becomes a governess in a house with a secret.
    1342,Pride and Prejudice,Jane Austen,1813,First Impressions,romance; marriage,Two people judge each other too early.
    1661,The Adventures of Sherlock Holmes,Arthur Conan Doyle,1892,,detective; London,Twelve cases of the man at 221B Baker Street.
    2554,Crime and Punishment,Fyodor Dostoyevsky,1866,Преступление и наказание,crime; conscience,A student kills and cannot live with it.
    2701,Moby-Dick,Herman Melville,1851,The Whale,adventure; sea,A captain hunts the white whale that took his leg.

    """
}
