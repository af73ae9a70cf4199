#!/usr/bin/env python3
"""Does what docs/guide/team.md says, literally, on a PostgreSQL server that was just installed.

Usage: follow_team_guide.py FOLDER, where FOLDER holds the built footlight and footlight-store

Each section has a machine of its own: a home, and a folder in which its lines are pasted into one shell. The server is
a cluster as Debian makes it – it asks for passwords over the network and listens to this machine alone – in a
temporary folder, on a port of its own. What a test may not use is in the page's place: `sudo` changes the user,
`systemctl` restarts the server, `scp` copies from the server's home, and `systemd-run` begins with an empty
environment in the home, as the user manager does.
"""
import os
import pwd
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"```(bash|yaml)\n(.*?)```", re.S)


def server_programs():
    base = Path("/usr/lib/postgresql")
    versions = sorted((int(p.name) for p in base.glob("[0-9]*")), reverse=True)
    for version in versions:
        if (base / str(version) / "bin" / "initdb").exists():
            return base / str(version) / "bin"
    found = shutil.which("initdb")
    return Path(found).parent if found else sys.exit("no PostgreSQL server is installed; run `make store`")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Team:
    def __init__(self, tools):
        self.tools = Path(tools).resolve()
        self.folder = Path(tempfile.mkdtemp(prefix="footlight-team-"))
        self.folder.chmod(0o755)
        self.port = free_port()
        self.host = socket.gethostname()
        self.programs = server_programs()
        self.is_root = os.getuid() == 0
        self.data = self.folder / "server" / "data"
        self.started = []
        self.write_substitutes()
        self.make_server()

    def postgres(self):
        return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if self.is_root else []

    def make_server(self):
        place = self.data.parent
        place.mkdir()
        if self.is_root:
            user = pwd.getpwnam("postgres")
            os.chown(place, user.pw_uid, user.pw_gid)
        self.call(["initdb", "-D", self.data, "-U", "postgres", f"--auth-local={'peer' if self.is_root else 'trust'}",
                   "--auth-host=scram-sha-256", "--encoding=UTF8", "--locale=C", "-N"])
        with open(self.data / "postgresql.conf", "a") as settings:
            settings.write(f"port = {self.port}\nunix_socket_directories = '{place}'\nfsync = off\n")
        self.call(["pg_ctl", "-D", self.data, "-w", "-l", place / "log", "start"])

    def call(self, words):
        words = self.postgres() + [str(self.programs / words[0])] + [str(word) for word in words[1:]]
        subprocess.run(words, check=True, cwd="/", stdout=subprocess.DEVNULL)

    def write_substitutes(self):
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        place, user = self.folder / "server", " ".join(self.postgres())
        substitutes = {
            "sudo": f"""
                if [ "$1" = -u ]; then shift 2; export PGHOST={place} PGUSER=postgres PGPORT={self.port}
                  cd /; exec {user} "$@"; fi
                exec "$@" """,
            "systemctl": f"""
                [ "$*" = "restart postgresql" ]
                cd /; exec {user} {self.programs}/pg_ctl -D {self.data} -w -l {place}/log restart >/dev/null""",
            "scp": f'exec cp "{self.folder}/The server/${{1#*:}}" "$2"',
            "systemd-run": """
                set -- "$@"; folder=$HOME; kept=(HOME="$HOME" PATH="$PATH")
                while true; do case "$1" in
                  --user) ;; --same-dir) folder=$PWD ;;
                  --setenv=*=*) kept+=("${1#--setenv=}") ;;
                  --setenv=*) name=${1#--setenv=}; kept+=("$name=${!name}") ;;
                  *) break ;; esac; shift; done
                cd "$folder"; env -i "${kept[@]}" "$@" >follow.log 2>&1 </dev/null & echo $! >> ~/started""",
        }
        for name, text in substitutes.items():
            path = self.bin / name
            path.write_text("#!/bin/bash\nset -eu\n" + text.strip() + "\n")
            path.chmod(0o755)

    def text(self, text):
        return (text.replace("search.example", self.host).replace(":5432:", f":{self.port}:")
                .replace("/var/run/postgresql", str(self.folder / "server"))
                .replace(f"postgresql://{self.host}/", f"postgresql://{self.host}:{self.port}/"))

    def machine(self, name):
        home = self.folder / name
        if not home.exists():
            (home / "work").mkdir(parents=True)
        return home

    def paste(self, machine, lines, folder="work"):
        """Pastes lines into a shell of a machine; returns all that was said."""
        home = self.machine(machine)
        environment = {
            "HOME": str(home), "PATH": f"{self.bin}:{self.tools}:{self.programs}:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
        }
        print("\n".join(f"{machine}$ {line}" for line in lines.strip().split("\n")), flush=True)
        done = subprocess.run(
            ["bash", "-eu", "-o", "pipefail"], input=self.text(lines), text=True, env=environment,
            cwd=home / folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            sys.exit(f"{machine}: exit {done.returncode}\n{done.stdout}")
        return done.stdout

    def end(self):
        for record in self.folder.glob("*/started"):
            for number in record.read_text().split():
                try:
                    os.kill(int(number), 15)
                except ProcessLookupError:
                    pass
        subprocess.run(self.postgres() + [str(self.programs / "pg_ctl"), "-D", str(self.data), "-m", "immediate", "stop"],
                       cwd="/", stdout=subprocess.DEVNULL)
        shutil.rmtree(self.folder, ignore_errors=True)


def sections(page):
    found = {}
    for part in page.split("\n## ")[1:]:
        heading, _, body = part.partition("\n")
        found[heading] = BLOCK.findall(body)
    return found


def expect(text, *words):
    for word in words:
        if word not in text:
            sys.exit(f"nobody said {word!r}, but:\n{text}")


def within_seconds(seconds, look):
    for _ in range(seconds * 5):
        if look():
            return
        time.sleep(0.2)
    sys.exit("it did not come about")


PLANTS = """domain: plants
version: {version}
source: {{ kind: csv, path: data/plants.csv }}
item: {{ id: "{{id}}", title: "{{name}}" }}
"""


def main():
    page = sections((ROOT / "docs" / "guide" / "team.md").read_text())
    team = Team(sys.argv[1])
    try:
        for _, lines in page["The server"]:
            # The server's own home is where its lines are pasted.
            said = team.paste("The server", lines, folder=".")
        (_, settings), = page["The workspace"]
        for name in ("The indexer", "The laptops"):
            work = team.machine(name) / "work"
            (work / "footlight.yaml").write_text(team.text(settings))
        domains = team.machine("The indexer") / "work" / "domains"
        (domains / "data").mkdir(parents=True)

        def publish(version, name):
            (domains / "plants.yaml").write_text(PLANTS.format(version=version))
            (domains / "data" / "plants.csv").write_text(f"id,name\n1,Lesser plants\n2,{name} plants\n")
            return team.paste("The indexer", "export PGUSER=indexer\nfootlight sync")

        publish_lines = "".join(lines for _, lines in page["The indexer"])
        (domains / "plants.yaml").write_text(PLANTS.format(version=1))
        (domains / "data" / "plants.csv").write_text("id,name\n1,Lesser plants\n2,Greater plants\n")
        expect(team.paste("The indexer", publish_lines), "plants", "B, version 1")
        expect(team.paste("The laptops", "".join(lines for _, lines in page["The laptops"])), "Greater plants")

        def laptop(words):
            return team.paste("The laptops", f"export PGUSER=laptop\n{words}")

        # What is published comes to who follows, also after the shell has gone.
        publish(2, "Later")
        within_seconds(20, lambda: "Later plants" in laptop("footlight query plants"))
        # Without a user, with a wrong one, or without a server there is an answer all the same.
        expect(team.paste("The laptops", "PGUSER=nobody footlight query --fresh plants"), "Later plants", "store.login")
        expect(team.paste("The laptops", "footlight query --fresh plants"), "Later plants")
        expect(laptop("footlight status"), "compared with the shared store")
        # A role does no more than its name says.
        said = laptop("footlight store sweep --grace 0 || echo refused")
        expect(said, "refused", "store.forbidden")
        for _, lines in page["Who may do what"]:
            expect(team.paste("The server", lines, folder="."), "files deleted: 0")
        (_, dump), (_, restore) = page["Backup"]
        team.paste("The server", dump, folder=".")
        publish(3, "Lost")
        within_seconds(20, lambda: "Lost plants" in laptop("footlight query plants"))
        team.paste("The server", restore, folder=".")
        within_seconds(20, lambda: "Later plants" in laptop("footlight query plants"))
        publish(4, "Last")
        within_seconds(20, lambda: "Last plants" in laptop("footlight query plants"))
        expect(laptop("footlight store status"), "plants")
    finally:
        team.end()
    print("docs/guide/team.md: every line works")


main()
