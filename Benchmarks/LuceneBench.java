import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollector;
import org.apache.lucene.store.MMapDirectory;

/**
 * Lucene as a peer: `build ITEMS FOLDER` indexes JSON lines on two threads, `search FOLDER` asks what it reads from
 * standard input and prints the microseconds that each query took, the titles of the ten best hits read.
 */
final class LuceneBench {
  private static final String[] FIELDS = {"title", "aliases", "body"};
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");
  private static final int THREADS = 2;

  public static void main(String[] words) throws Exception {
    if (words[0].equals("build")) {
      build(Path.of(words[1]), Path.of(words[2]));
    } else {
      search(Path.of(words[1]));
    }
  }

  private static void build(Path lines, Path folder) throws Exception {
    IndexWriterConfig settings = new IndexWriterConfig(new StandardAnalyzer());
    settings.setRAMBufferSizeMB(256);
    try (IndexWriter writer = new IndexWriter(new MMapDirectory(folder), settings);
        BufferedReader reader = Files.newBufferedReader(lines)) {
      ArrayBlockingQueue<List<String>> waiting = new ArrayBlockingQueue<>(8);
      List<Thread> threads = new ArrayList<>();
      for (int number = 0; number < THREADS; number++) {
        Thread thread = new Thread(() -> index(waiting, writer));
        thread.start();
        threads.add(thread);
      }
      List<String> batch = new ArrayList<>();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        batch.add(line);
        if (batch.size() == 1024) {
          waiting.put(batch);
          batch = new ArrayList<>();
        }
      }
      waiting.put(batch);
      for (Thread ignored : threads) waiting.put(List.of());
      for (Thread thread : threads) thread.join();
      writer.commit();
    }
  }

  /** Indexes batches until one is empty. */
  private static void index(ArrayBlockingQueue<List<String>> waiting, IndexWriter writer) {
    try {
      for (List<String> batch = waiting.take(); !batch.isEmpty(); batch = waiting.take()) {
        for (String line : batch) {
          Document document = new Document();
          // The strings of a line in turn: keys and values, which are a string each but for the list of aliases.
          String field = null;
          boolean isList = false;
          int at = 0;
          StringBuilder text = new StringBuilder();
          while (at < line.length()) {
            char letter = line.charAt(at++);
            if (letter == '[') isList = true;
            if (letter == ']') {
              isList = false;
              field = null;
            }
            if (letter != '"') continue;
            text.setLength(0);
            at = readString(line, at, text);
            if (field == null) {
              field = text.toString();
              continue;
            }
            if (field.equals("id")) document.add(new StringField(field, text.toString(), Field.Store.YES));
            else document.add(new TextField(field, text.toString(), Field.Store.YES));
            if (!isList) field = null;
          }
          writer.addDocument(document);
        }
      }
    } catch (IOException | InterruptedException error) {
      error.printStackTrace();
      System.exit(1);
    }
  }

  /** Appends a string of JSON from after its first quote on; returns the place after the last one. */
  private static int readString(String line, int at, StringBuilder text) {
    while (line.charAt(at) != '"') {
      char letter = line.charAt(at++);
      if (letter == '\\') {
        letter = line.charAt(at++);
        if (letter == 'u') {
          letter = (char) Integer.parseInt(line.substring(at, at + 4), 16);
          at += 4;
        } else if ("nrtbf".indexOf(letter) >= 0) {
          letter = ' ';
        }
      }
      text.append(letter);
    }
    return at + 1;
  }

  private static void search(Path folder) throws IOException {
    IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(new MMapDirectory(folder)));
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader input = new BufferedReader(new java.io.InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String text = input.readLine(); text != null; text = input.readLine()) {
      long began = System.nanoTime();
      TopScoreDocCollector best = TopScoreDocCollector.create(10, 10);
      searcher.search(query(text), best);
      for (ScoreDoc hit : best.topDocs().scoreDocs) searcher.doc(hit.doc).get("title");
      output.println((System.nanoTime() - began) / 1000.0);
    }
  }

  /** All words must match, each in one of the fields; the last one is a prefix unless white space follows it. */
  private static Query query(String text) {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    Matcher words = WORD.matcher(text.toLowerCase());
    while (words.find()) {
      boolean isPrefix = words.end() == text.length();
      BooleanQuery.Builder any = new BooleanQuery.Builder();
      for (String field : FIELDS) {
        Term term = new Term(field, words.group());
        any.add(isPrefix ? new PrefixQuery(term) : new TermQuery(term), Occur.SHOULD);
      }
      all.add(any.build(), Occur.MUST);
    }
    return all.build();
  }
}
