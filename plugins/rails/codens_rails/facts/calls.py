"""Which members a member calls, so that a flow can follow an action into the methods that do its work."""

from __future__ import annotations

from codens_core.plugin.records import SourceFile
from codens_rails.ruby.literals import text
from codens_rails.ruby.walk import ruby_file

_TYPES = frozenset(
    ("controller", "model", "concern", "service", "job", "worker", "mailer", "policy", "presenter", "library", "helper")
)
_COMMON = """
abs add_index alert all all? any? append arel_table as_json assert assign_attributes async at attributes average
between? blank? body build cache cached call_later capture catch ceil chomp chop class clear clone code collect
compact concat content_tag content_type cookies count create_with cycle day days debug decode deep_dup deep_merge
deep_symbolize_keys default define_method delete delete_if deliver deliver_later deliver_now detect dig distinct div
downcase download dup each each_char each_key each_line each_pair each_slice each_value each_with_index
each_with_object eager_load empty? encode end_with? ends_with? eql? equal? error errors escape even? except exclude?
exec execute exists? expand_path expect extract extract_options! fail fetch fetch_values filter filter_map find
find_all find_by find_by! find_each find_in_batches find_index first first! flash flat_map flatten floor fork format
freeze from from_now full_messages gem generate get gmtime group group_by gsub gsub! has_key? hash having head headers
hex hour hours html html_safe ids import in? in_batches in_groups_of in_time_zone include? includes index index_by
info inject insert insert_all inspect instance_of? instance_variable_get instance_variable_set invert is_a? iso8601
item join joins js json key key? keys kind_of? l lambda last left_joins length limit link_to load local_variables lock
logger loop lower lstrip map map! match match? max max_by member? merge merge! message method methods min min_by
minmax minute minutes model_name month months name negative? new next nil? none none? not now object_id odd? offset
one? open or order ordinalize original padding params parse partition perform_later perform_now permit pick plain
pluck pop positive? preload presence present? prev private_constant proc public_send push puts raise raise_error rand
read readonly redirect_back redirect_to reduce references reject reload remove render render_to_string reorder replace
request require require_relative rescue respond_to respond_to? respond_with response result reverse rewhere rewind
rjust root rotate round rstrip sample sanitize scan scope second seconds select send session set shift size sleep
slice sort sort! sort_by split sprintf sql squish start_with? starts_with? status strftime string stringify_keys strip
sub sub! sum super swapcase symbolize_keys t take take_while tap test text then throw time times title titleize to_a
to_array to_d to_date to_datetime to_f to_h to_hash to_i to_json to_param to_s to_sentence to_set to_str to_sym
to_time today tr transaction transform_keys transform_values translate truncate try try! type underscore union uniq
unless unscope unscoped unshift until upcase update_all upper upsert_all upto url_for user uuid valid? value value?
values values_at wait warn week weeks where with with_indifferent_access with_lock write xml year years yield_self
zero? zip zone
"""
"""Methods of Ruby and Rails that no application means when it names a member of its own."""
_EVERYWHERE = frozenset(_COMMON.split())


def calls(source: SourceFile) -> None:
    """Note `calls`: the calling member and the called name, once for each pair, with the lines."""
    if source.type not in _TYPES:
        return
    file = ruby_file(source)
    for call in file.calls:
        if call.context.member and _may_be_own(call.method):
            source.facts.add("calls", {"member": call.context.member, "name": call.method}, call.line)
    own = {method.name for method in file.methods}
    for node, context in file.identifiers:
        if context.member and (name := text(node)) in own:
            source.facts.add("calls", {"member": context.member, "name": name}, node.start_point.row + 1)


def _may_be_own(name: str) -> bool:
    return name not in _EVERYWHERE and (name[0].isalpha() or name[0] == "_")
