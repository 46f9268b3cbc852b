"""`python -m benchmarks`, in the folder of the repository."""

from benchmarks.commands.program import benchmarks

if __name__ == "__main__":
    benchmarks.main()
