"""Games for programs: JSON over HTTP, on the same services and queries as the pages. How it is used: docs/api.md."""
