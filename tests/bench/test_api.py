"""The API's list of armies costs no more than a bare list by the framework's own serializers, measured in turn."""

import pytest
from django.test import Client
from django.urls import include, path
from rest_framework import generics, pagination, renderers, serializers

from armies.models import Army
from tests.bench.measures import fill, ratio

pytestmark = [pytest.mark.django_db, pytest.mark.bench]


class BareSerializer(serializers.ModelSerializer[Army]):
    """The columns of the list."""

    owner = serializers.CharField(source="owner.username", default=None)

    class Meta:
        model = Army
        fields = (
            *("slug", "name", "nation", "commander", "battle", "date", "owner", "historical", "visibility", "units"),
            *("foot", "horse", "guns", "strength_points", "cost", "errors", "warnings", "version", "updated"),
        )


class BarePages(pagination.CursorPagination):
    """Fifty at a time."""

    ordering = ("-updated", "-id")
    page_size = 50


class Bare(generics.ListAPIView[Army]):
    """The framework's own way, with nothing added: no tokens, no throttles, no filters."""

    queryset = Army.objects.filter(visibility="public").select_related("owner")
    serializer_class = BareSerializer
    pagination_class = BarePages
    renderer_classes = (renderers.JSONRenderer,)
    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()


urlpatterns = [path("bare", Bare.as_view()), path("", include("campaign.project.urls"))]


@pytest.mark.urls("tests.bench.test_api")
def test_a_page_of_fifty_costs_no_more_than_the_framework_alone(many_requests: None) -> None:
    fill(60)
    client = Client()
    ours, bare = client.get("/api/v1/armies"), client.get("/bare")
    assert len(ours.json()["items"]) == len(bare.json()["results"]) == 50
    assert set(ours.json()["items"][0]) == set(bare.json()["results"][0])
    assert ratio(lambda: client.get("/api/v1/armies"), lambda: client.get("/bare"), most=1.0) <= 1.0
