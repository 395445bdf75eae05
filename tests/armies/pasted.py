"""A list as it is found, and pasting it."""

from django.test import Client

LIST = """French IV Corps
20 May 1813
1st Brigade: Général de brigade Toussaint
  1/,2/8th Légère Regiment (38/1,214)
  2/137th Line Infantry Regiment (17/588)
  2nd Chasseurs à Cheval (4)(27/603)
  4/3rd Train Battalion (1/92)
2nd Brigade: Général de brigade Morand
  1/13th Line Infantry Regiment (20/640)
  detachments with other brigades: c. 120
"""


def paste(client: Client, text: str) -> str:
    """The address of the preview that the pasted text leads to."""
    answer = client.post("/armies/import/", {"text": text})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])
